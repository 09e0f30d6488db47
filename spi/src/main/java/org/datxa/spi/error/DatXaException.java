package org.datxa.spi.error;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What the application sees. The class says what it may still do; the message names the
 * meta-transaction, the store, the gid and the next step.
 */
public abstract class DatXaException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient Where where;

  /**
   * What an exception is about.
   *
   * @param datTxn the meta-transaction, or null when there is none
   * @param store the store, or null when no single one is to blame
   * @param nextStep what the caller or operator does next
   */
  public record Where(UUID datTxn, String store, String nextStep) {
    /**
     * Checks that there is a next step.
     *
     * @param datTxn the meta-transaction, or null when there is none
     * @param store the store, or null when no single one is to blame
     * @param nextStep what the caller or operator does next
     */
    public Where {
      Objects.requireNonNull(nextStep, "nextStep");
    }

    String describe(String what) {
      StringBuilder text = new StringBuilder(what);
      if (datTxn != null) {
        text.append(" [dat_txn ").append(datTxn);
        if (store != null) {
          text.append(", store ")
              .append(store)
              .append(", gid dat:")
              .append(datTxn)
              .append(':')
              .append(store);
        }
        text.append(']');
      } else if (store != null) {
        text.append(" [store ").append(store).append(']');
      }
      return text.append(" Next: ").append(nextStep).toString();
    }
  }

  DatXaException(String what, Where where, Throwable cause) {
    super(where.describe(what), cause);
    this.where = where;
  }

  /**
   * The meta-transaction concerned.
   *
   * @return its identity, or empty when there is none
   */
  public Optional<UUID> datTxn() {
    return Optional.ofNullable(where).map(Where::datTxn);
  }

  /**
   * The store concerned.
   *
   * @return its name, or empty when no single one is to blame
   */
  public Optional<String> store() {
    return Optional.ofNullable(where).map(Where::store);
  }
}
