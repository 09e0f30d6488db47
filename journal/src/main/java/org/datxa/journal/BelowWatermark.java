package org.datxa.journal;

/**
 * The meta-transaction is older than the journal's watermark, so nothing new is decided of it. J9.
 */
public final class BelowWatermark extends JournalRefused {
  private static final long serialVersionUID = 1L;

  /**
   * A refused insert.
   *
   * @param message which meta-transaction and where the watermark is
   */
  public BelowWatermark(String message) {
    super(message, null);
  }
}
