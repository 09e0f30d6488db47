package org.datxa.bridge;

import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import javax.transaction.xa.XAException;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Resolution;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.HeuristicOutcome;
import org.datxa.spi.error.StoreRefused;

/**
 * The one place where our outcomes become XA codes. The error code is always set (a manager takes 0
 * for success), and the cause always travels with it.
 */
public final class XaCodes {
  private XaCodes() {}

  /**
   * Turns a failure into an XAException. What is rolled back for certain becomes {@code XA_RB*};
   * whatever is not certain becomes {@code XAER_RMFAIL}, after which the manager asks again, and
   * never {@code XAER_RMERR}, which it takes for rolled back.
   *
   * @param failure any failure; an XAException with its code set is returned as it is
   * @return the exception to throw
   */
  public static XAException of(Throwable failure) {
    return failure instanceof XAException xa && xa.errorCode != 0
        ? xa
        : of(codeOf(failure), describe(failure), failure);
  }

  /**
   * An XAException with code, message and cause.
   *
   * @param code a code of {@link XAException}, not 0
   * @param message what happened, without secrets
   * @param cause the reason behind it, or null
   * @return the exception to throw
   */
  public static XAException of(int code, String message, Throwable cause) {
    if (code == 0) {
      throw new IllegalArgumentException("0 is no error code of XA.");
    }
    XAException exception = new XAException(message);
    exception.errorCode = code;
    if (cause != null) {
      exception.initCause(cause);
    }
    return exception;
  }

  /**
   * The answer for an Xid that is not known here.
   *
   * @param xid its text
   * @return the exception to throw, {@code XAER_NOTA}
   */
  public static XAException unknownXid(String xid) {
    return of(XAException.XAER_NOTA, "There is no branch with the xid " + xid + ".", null);
  }

  /**
   * The heuristic code of one branch.
   *
   * @param resolution how the branch was found to have ended
   * @return the code, or empty for {@link Resolution#DONE}
   */
  public static Optional<Integer> heuristic(Resolution resolution) {
    return switch (resolution) {
      case DONE -> Optional.empty();
      case HEURISTIC_ROLLBACK -> Optional.of(XAException.XA_HEURRB);
      case HEURISTIC_COMMIT -> Optional.of(XAException.XA_HEURCOM);
    };
  }

  /**
   * The code for a branch that is rolled back because of a failure in its work.
   *
   * @param failure what failed
   * @return one of {@code XA_RB*}
   */
  public static int rolledBackBy(Throwable failure) {
    return rolledBack(ErrorKind.PERMANENT, failure);
  }

  private static int codeOf(Throwable failure) {
    if (failure instanceof Aborted aborted) {
      return rolledBack(aborted.kind(), failure);
    }
    if (failure instanceof StoreRefused refused) {
      return rolledBack(refused.kind(), failure);
    }
    if (failure instanceof HeuristicOutcome) {
      return XAException.XA_HEURMIX;
    }
    return failure instanceof HandleRefused
        ? XAException.XAER_PROTO
        : XAException.XAER_RMFAIL; // InDoubt, StoreUnknown, and all that nobody foresaw
  }

  private static int rolledBack(ErrorKind kind, Throwable failure) {
    return sqlState(failure)
        .flatMap(XaCodes::bySqlState)
        .orElseGet(
            () ->
                switch (kind) {
                  case TRANSIENT -> XAException.XA_RBTRANSIENT;
                  case CONSTRAINT -> XAException.XA_RBINTEGRITY;
                  case STORE_FULL, PERMANENT -> XAException.XA_RBOTHER;
                });
  }

  private static Optional<Integer> bySqlState(String state) {
    if (state.equals("40P01")) {
      return Optional.of(XAException.XA_RBDEADLOCK);
    }
    if (Set.of("57014", "25P03", "25P04", "55P03").contains(state)) {
      return Optional.of(XAException.XA_RBTIMEOUT);
    }
    if (state.startsWith("08") || state.startsWith("57P")) {
      return Optional.of(XAException.XA_RBCOMMFAIL);
    }
    return state.startsWith("23") ? Optional.of(XAException.XA_RBINTEGRITY) : Optional.empty();
  }

  private static Optional<String> sqlState(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable at = failure; at != null && seen.add(at); at = at.getCause()) {
      if (at instanceof SQLException sql && sql.getSQLState() != null) {
        return Optional.of(sql.getSQLState());
      }
    }
    return Optional.empty();
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isEmpty() ? failure.getClass().getName() : message;
  }
}
