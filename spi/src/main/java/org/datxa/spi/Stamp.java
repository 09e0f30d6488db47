package org.datxa.spi;

import java.util.Objects;
import java.util.UUID;

/**
 * What marks the data of one meta-transaction in every store.
 *
 * @param datTxn the meta-transaction, a UUIDv7
 * @param datTxTime the value of the hybrid logical clock given at stage: 48 bits of milliseconds,
 *     16 bits of counter; always above zero
 */
public record Stamp(UUID datTxn, long datTxTime) {
  /**
   * Checks both parts.
   *
   * @param datTxn the meta-transaction, a UUIDv7
   * @param datTxTime the value of the hybrid logical clock given at stage: 48 bits of milliseconds,
   *     16 bits of counter; always above zero
   */
  public Stamp {
    Objects.requireNonNull(datTxn, "datTxn");
    if (datTxTime <= 0) {
      throw new IllegalArgumentException("dat_tx_time must be above zero: " + datTxTime);
    }
  }

  /**
   * The wall-clock part of the time.
   *
   * @return milliseconds since 1970
   */
  public long millis() {
    return datTxTime >>> 16;
  }
}
