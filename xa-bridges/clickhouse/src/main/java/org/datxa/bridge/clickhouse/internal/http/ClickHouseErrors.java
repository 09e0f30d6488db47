package org.datxa.bridge.clickhouse.internal.http;

import java.util.Locale;
import java.util.Set;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.ErrorChain;

/** What the server's error codes mean. */
public final class ClickHouseErrors {
  /** A condition of the statement itself was not met. */
  public static final int THROW_IF = 395;

  private static final Set<Integer> TRANSIENT =
      Set.of(
          3, 107, 159, 160, 198, 202, 203, 209, 210, 225, 236, 241, 242, 279, 285, 286, 319, 341,
          394, 425, 439, 473, 519, 745, 999, 1000, 1001, 1002);
  private static final Set<Integer> CONSTRAINT = Set.of(469);
  private static final Set<Integer> FULL = Set.of(243);

  /** Files, and what the server passes on from below. */
  private static final Set<Integer> OF_THE_SYSTEM =
      Set.of(0, 49, 74, 75, 76, 77, 87, 88, 236, 424, 425, 481, 499, 1000, 1001, 1002);

  // 242 is not here: a replica that loses its session in the middle of a commit says it too.
  private static final Set<Integer> NOT_RUN =
      Set.of(
          16, 36, 46, 47, 57, 60, 62, 81, 115, 164, 192, 193, 194, 202, 203, 243, 291, 452, 469,
          497, 516);
  private static final Set<Integer> MISSING = Set.of(60, 81);
  private static final int TOO_MANY_PARTS = 252;

  private ClickHouseErrors() {}

  /**
   * The kind of an error.
   *
   * @param error the server's error
   * @return what it means for the one who wants the work done
   */
  public static ErrorKind kind(ServerError error) {
    if (isFull(error)) {
      return ErrorKind.STORE_FULL;
    }
    if (error.code() == TOO_MANY_PARTS) {
      return tooManyPartitions(error) ? ErrorKind.PERMANENT : ErrorKind.TRANSIENT;
    }
    if (CONSTRAINT.contains(error.code())) {
      return ErrorKind.CONSTRAINT;
    }
    return TRANSIENT.contains(error.code()) ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT;
  }

  /**
   * Whether an INSERT that was answered with an error certainly wrote nothing: the error comes from
   * before the first block. All other errors may come from the middle, or from a view behind a
   * table that already has the rows (rule H6).
   *
   * @param error the server's error
   * @return true if nothing is there
   */
  public static boolean provesNothingWritten(ServerError error) {
    return NOT_RUN.contains(error.code()) || (error.code() == TOO_MANY_PARTS);
  }

  /**
   * Whether a database or table is not there.
   *
   * @param error the server's error
   * @return true if so
   */
  public static boolean isMissing(ServerError error) {
    return MISSING.contains(error.code());
  }

  // Errors about data and statements quote them; only what the system below says is meant.
  private static boolean isFull(ServerError error) {
    return FULL.contains(error.code())
        || (OF_THE_SYSTEM.contains(error.code()) && ErrorChain.saysFull(error.getMessage()));
  }

  private static boolean tooManyPartitions(ServerError error) {
    return error.getMessage().toLowerCase(Locale.ROOT).contains("too many partitions");
  }
}
