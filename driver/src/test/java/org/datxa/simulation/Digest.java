package org.datxa.simulation;

import java.util.Map;
import java.util.Optional;
import org.datxa.internal.protocol.Reply;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;
import org.datxa.spi.Claim;
import org.datxa.spi.Evidence;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Staged;
import org.datxa.spi.StagingArea.Leftover;

/** Hashes of what programs have been told, the same in every process. */
final class Digest {
  private Digest() {}

  static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  static long of(long one, long other) {
    return mix(one * 0x9E3779B97F4A7C15L + other + 0x632BE59BD9B4E019L);
  }

  static long of(String text) {
    long all = text.length();
    for (int i = 0; i < text.length(); i++) {
      all = all * 0x100000001B3L ^ text.charAt(i);
    }
    return mix(all);
  }

  /** By name, so that it is the same in every process. */
  static long of(Enum<?> value) {
    return value == null ? 13 : of(value.name());
  }

  static long of(Reply<?> reply) {
    if (reply instanceof Reply.Done<?> it) {
      return value(it.value());
    }
    return reply instanceof Reply.Refused<?> it ? of(3, of(it.why())) : 5;
  }

  static long value(Object value) {
    if (value instanceof Optional<?> it) {
      return it.isPresent() ? of(7, value(it.get())) : 7;
    }
    if (value instanceof Iterable<?> it) {
      long all = 11;
      for (Object element : it) {
        all = of(all, value(element));
      }
      return all;
    }
    if (value instanceof Enum<?> it) {
      return of(it);
    }
    if (value instanceof Long it) {
      return of(17, it);
    }
    return fromJournal(value);
  }

  private static long fromJournal(Object value) {
    if (value instanceof JournalRecord it) {
      return of(19, of(it));
    }
    if (value instanceof RecordHead it) {
      long state = of(it.datTxn().getMostSignificantBits(), of(it.state()));
      return of(of(state, of(it.progress())), it.updatedMillis());
    }
    return fromStore(value);
  }

  private static long fromStore(Object value) {
    if (value instanceof Evidence it) {
      return of(it.marked() ? 1 : 0, it.present().hashCode() * 31L + it.interference().length());
    }
    if (value instanceof PreparedBranch it) {
      return of(of(it.gid().store()), it.gid().datTxn().getMostSignificantBits());
    }
    if (value instanceof Leftover it) {
      return of(it.newestMillis(), it.datTxn().getMostSignificantBits());
    }
    if (value instanceof Staged it) {
      return of(it.chunks(), it.clockMillis());
    }
    return of(String.valueOf(value));
  }

  static long of(JournalRecord record) {
    long all = of(record.datTxn().getMostSignificantBits(), of(record.state()));
    all = of(all, record.datTxTime());
    all = of(all, record.updatedMillis());
    all = of(all, record.xid().isPresent() ? 1 : 0);
    return of(all, of(record.progress()));
  }

  private static long of(Progress progress) {
    long all = of(progress.version(), progress.listedSinceMillis());
    all = of(all, progress.cleaned() ? 1 : 0);
    for (Map.Entry<String, Claim> it : progress.claims().entrySet()) {
      all += of(of(it.getKey()), of(of(it.getValue().owner()), it.getValue().deadlineMillis()));
    }
    for (String store : progress.applied().keySet()) {
      all += of(23, of(store));
    }
    for (String store : progress.heuristics().keySet()) {
      all += of(29, of(store));
    }
    return mix(all);
  }
}
