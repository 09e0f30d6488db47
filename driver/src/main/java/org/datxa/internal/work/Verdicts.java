package org.datxa.internal.work;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.protocol.Verdict.Failure;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.DatXaException;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HeuristicOutcome;
import org.datxa.spi.error.InDoubt;
import org.datxa.spi.error.StoreFull;

/** Turns verdicts into what the application sees. */
public final class Verdicts {
  private Verdicts() {}

  static Program<Verdict> rollback(Set<String> stores, ErrorKind kind, Throwable cause) {
    Failure failure =
        new Failure(
            kind,
            null,
            cause == null ? "Rolled back as asked." : "It was marked for roll-back.",
            cause,
            OptionalLong.empty());
    List<Program<org.datxa.internal.protocol.Reply<Effect.Nothing>>> parts =
        stores.stream().map(store -> Program.ask(new Effect.RollbackWork(store))).toList();
    return Program.together(parts).map(replies -> new Verdict.RolledBack(failure));
  }

  static Verdict completedTwice() {
    return new Verdict.RolledBack(
        new Failure(
            ErrorKind.PERMANENT,
            null,
            "The transaction was completed already.",
            null,
            OptionalLong.empty()));
  }

  static Verdict broken(Throwable cause) {
    String what = "The commit failed in a way that nobody foresaw: " + cause + ".";
    return new Verdict.Doubtful(
        new Failure(ErrorKind.PERMANENT, null, what, cause, OptionalLong.empty()));
  }

  static Throwable orUnknown(Throwable reason) {
    return reason == null ? new IllegalStateException("No reason was given.") : reason;
  }

  /**
   * What is thrown for a verdict that is not a commit.
   *
   * @param datTxn the meta-transaction
   * @param verdict rolled back or doubtful
   * @return the exception
   */
  public static DatXaException exception(UUID datTxn, Verdict verdict) {
    if (verdict instanceof Verdict.RolledBack it) {
      return aborted(datTxn, it.failure());
    }
    Failure failure = ((Verdict.Doubtful) verdict).failure();
    return new InDoubt(
        failure.what(),
        new Where(
            datTxn,
            failure.store(),
            "do not run the work again; recovery decides, and outcome(dat_txn) tells later."),
        failure.cause());
  }

  /**
   * What is thrown for a commit that found a broken promise.
   *
   * @param datTxn the meta-transaction
   * @param committed the verdict
   * @return the exception
   */
  public static HeuristicOutcome heuristic(UUID datTxn, Verdict.Committed committed) {
    return new HeuristicOutcome(
        "It was decided, but a store broke its promise: " + committed.ends() + ".",
        new Where(datTxn, null, "mend the store by hand, then acknowledge the outcome."),
        null);
  }

  private static Aborted aborted(UUID datTxn, Failure failure) {
    Where where = new Where(datTxn, failure.store(), next(failure.kind()));
    String what = failure.what() + reason(failure.cause());
    return failure.kind() == ErrorKind.STORE_FULL
        ? new StoreFull(failure.freeBytes(), what, where, failure.cause())
        : new Aborted(failure.kind(), what, where, failure.cause());
  }

  private static String reason(Throwable cause) {
    return cause == null ? "" : " " + cause.getMessage();
  }

  private static String next(ErrorKind kind) {
    return switch (kind) {
      case TRANSIENT -> "everything is rolled back; run the whole work again.";
      case STORE_FULL -> "everything is rolled back; free space in the store, then run it again.";
      case CONSTRAINT -> "everything is rolled back; correct the data.";
      case PERMANENT -> "everything is rolled back; correct the work or the configuration.";
    };
  }
}
