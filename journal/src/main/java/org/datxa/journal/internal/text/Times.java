package org.datxa.journal.internal.text;

import java.util.UUID;

/** The time in a UUIDv7, which is what the watermark is compared with. */
public final class Times {
  private Times() {}

  /**
   * When a meta-transaction began.
   *
   * @param datTxn its identity
   * @return milliseconds since 1970
   */
  public static long millis(UUID datTxn) {
    return datTxn.getMostSignificantBits() >>> 16;
  }

  /**
   * The least identity of a time.
   *
   * @param millis milliseconds since 1970
   * @return a bound: what is smaller is older
   */
  public static UUID bound(long millis) {
    return new UUID(millis << 16, 0);
  }
}
