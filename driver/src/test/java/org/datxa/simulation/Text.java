package org.datxa.simulation;

import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Verdict;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;

/** Effects and replies as short lines, the same in every run. */
final class Text {
  private Text() {}

  static String of(Effect<?> effect, Function<UUID, String> names) {
    if (effect instanceof Effect.Insert it) {
      JournalRecord record = it.record();
      String kind = record.datTxTime() == 0 ? " tombstone" : "";
      return "insert " + record.state() + kind + " " + names.apply(record.datTxn());
    }
    if (effect instanceof Effect.Advance it) {
      return advance(it.read(), it.next(), names);
    }
    if (effect instanceof Effect.Find it) {
      return "find " + names.apply(it.datTxn());
    }
    if (effect instanceof Effect.Scan it) {
      String states =
          it.states().stream().sorted().map(Enum::name).collect(Collectors.joining("+"));
      return "scan " + states + it.after().map(a -> " after " + names.apply(a)).orElse("");
    }
    return effect instanceof Effect.OnStore<?> ? onStore(effect, names) : other(effect);
  }

  private static String advance(RecordHead read, RecordHead next, Function<UUID, String> names) {
    Progress was = read.progress();
    Progress will = next.progress();
    return "advance "
        + read.state()
        + ">"
        + next.state()
        + " v"
        + was.version()
        + (will.claims().equals(was.claims()) ? "" : " claim")
        + (will.applied().equals(was.applied()) ? "" : " applied")
        + (will.heuristics().equals(was.heuristics()) ? "" : " heuristic")
        + (will.cleaned() == was.cleaned() ? "" : " cleaned")
        + " "
        + names.apply(read.datTxn());
  }

  private static String onStore(Effect<?> effect, Function<UUID, String> names) {
    if (effect instanceof Effect.CommitPrepared it) {
      return "commitPrepared " + names.apply(it.gid().datTxn()) + " " + it.store();
    }
    if (effect instanceof Effect.RollbackPrepared it) {
      return "rollbackPrepared " + names.apply(it.gid().datTxn()) + " " + it.store();
    }
    if (effect instanceof Effect.ReadMarker it) {
      return "readMarker " + names.apply(it.datTxn()) + " " + it.store();
    }
    if (effect instanceof Effect.Settle it) {
      return "settle " + names.apply(it.datTxn()) + " " + it.store();
    }
    if (effect instanceof Effect.Probe it) {
      return "probe " + names.apply(it.branch().gid().datTxn()) + " " + it.store();
    }
    if (effect instanceof Effect.Apply it) {
      return "apply "
          + names.apply(it.branch().gid().datTxn())
          + " "
          + it.store()
          + " chunk "
          + it.chunk()
          + " claim "
          + it.claim().number();
    }
    if (effect instanceof Effect.Mark it) {
      return "mark " + names.apply(it.branch().gid().datTxn()) + " " + it.store();
    }
    return staged(effect, names);
  }

  private static String staged(Effect<?> effect, Function<UUID, String> names) {
    if (effect instanceof Effect.Discard it) {
      return "discard " + names.apply(it.gid().datTxn()) + " " + it.store();
    }
    if (effect instanceof Effect.DiscardStaged it) {
      return "discardStaged " + names.apply(it.leftover().datTxn()) + " " + it.store();
    }
    if (effect instanceof Effect.StagedApplied it) {
      return "stagedApplied " + names.apply(it.leftover().datTxn()) + " " + it.store();
    }
    return plain(effect) + " " + ((Effect.OnStore<?>) effect).store();
  }

  private static String other(Effect<?> effect) {
    if (effect instanceof Effect.OnBranch<?> it) {
      return plain(effect) + " " + it.store();
    }
    if (effect instanceof Effect.Report it) {
      return "report " + it.event().kind();
    }
    return effect instanceof Effect.Pause it ? "pause " + it.attempt() : plain(effect);
  }

  private static String plain(Effect<?> effect) {
    String name = effect.getClass().getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  static String of(Verdict verdict) {
    String failure =
        verdict instanceof Verdict.RolledBack it
            ? ": " + it.failure().what()
            : verdict instanceof Verdict.Doubtful it ? ": " + it.failure().what() : "";
    return verdict.getClass().getSimpleName() + failure;
  }

  static String of(Reply<?> reply) {
    if (reply instanceof Reply.Refused<?> it) {
      return "refused " + it.why();
    }
    if (reply instanceof Reply.Done<?> it && it.value() instanceof Enum<?> value) {
      return value == Effect.Nothing.NOTHING ? "done" : value.name();
    }
    return reply.isUnknown() ? "unknown" : "done";
  }
}
