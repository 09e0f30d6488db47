package org.datxa.journal;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.datxa.spi.Claim;
import org.datxa.spi.Gid;
import org.datxa.spi.Payload;

/** Makes records for tests. */
public final class Records {
  /** The time of the records that do not name another. */
  public static final long NOW = 1_800_000_000_000L;

  private static final SecureRandom RANDOM = new SecureRandom();

  private Records() {}

  /** A new meta-transaction that began at a time. */
  public static UUID datTxn(long millis) {
    long high = millis << 16 | 0x7000L | RANDOM.nextInt(1 << 12);
    return new UUID(high, RANDOM.nextLong() >>> 2 | 0x8000000000000000L);
  }

  /** A record with two branches. */
  public static JournalRecord record(State state) {
    return record(state, datTxn(NOW), Optional.empty());
  }

  /** A record with two branches of a given meta-transaction. */
  public static JournalRecord record(State state, UUID datTxn, Optional<String> xid) {
    byte[] staged = "rows ' \" \\ \u00e4 \u0000".getBytes(StandardCharsets.UTF_8);
    List<BranchRecord> branches =
        List.of(
            new BranchRecord(new Gid(datTxn, "pg"), true, Payload.NONE),
            new BranchRecord(new Gid(datTxn, "ch"), false, Payload.of(staged)));
    return new JournalRecord(datTxn, state, NOW << 16 | 7, branches, NOW, NOW, xid, Progress.NONE);
  }

  /** Progress with something in every part. */
  public static Progress progress() {
    return new Progress(
        0,
        Map.of("ch", new Claim("host-1/a \" {\"listed\":5,", 2, 10, 20)),
        Map.of("pg", "by \\ coordinator"),
        Map.of("ice", "2 {\"listed\":0,\"cleaned\":true,"),
        false,
        17);
  }

  /** Writes a record and brings it to a state. */
  public static JournalRecord written(Journal journal, JournalRecord first, State... states)
      throws JournalException {
    journal.insert(first);
    JournalRecord record = first;
    for (State state : states) {
      JournalRecord next = record.to(state, record.progress(), NOW + 1);
      journal.advance(record.head(), next.head());
      record = next;
    }
    return record;
  }
}
