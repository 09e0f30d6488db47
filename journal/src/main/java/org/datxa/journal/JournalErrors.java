package org.datxa.journal;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.ErrorChain;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * What a journal's refusal means for the one who wants to commit. A journal that is away or slow is
 * the rule, and transient; what its database says about rights, tables and statements is not.
 *
 * <table>
 * <caption>Kinds of refusals</caption>
 * <tr><th>error</th><th>kind</th></tr>
 * <tr><td>53100, a full device, drevo's log or H2's file on one</td><td>STORE_FULL</td></tr>
 * <tr><td>42… (no right, no table), 28…, 3D000, 0A000</td><td>PERMANENT</td></tr>
 * <tr><td>Neo.ClientError.Security…, .Database…, .Statement…</td><td>PERMANENT</td></tr>
 * <tr><td>everything else: not reachable, too slow, conflict, closed, read-only after a
 * fail-over</td><td>TRANSIENT</td></tr>
 * </table>
 */
final class JournalErrors {
  private static final List<String> STATES = List.of("42", "28", "3D000", "0A000");
  private static final String FULL = "53100";

  private JournalErrors() {}

  static ErrorKind kind(Throwable cause) {
    ErrorChain chain = ErrorChain.of(cause);
    if (chain.isDeviceFull() || chain.all().anyMatch(JournalErrors::isFull)) {
      return ErrorKind.STORE_FULL; // E3
    }
    boolean forGood = chain.main().stream().flatMap(JournalErrors::code).anyMatch(it -> true);
    return forGood ? ErrorKind.PERMANENT : ErrorKind.TRANSIENT;
  }

  private static Stream<String> code(Throwable error) {
    if (error instanceof SQLException sql && sql.getSQLState() != null) {
      return Stream.of(sql.getSQLState()).filter(it -> STATES.stream().anyMatch(it::startsWith));
    }
    return error.getClass().getName().startsWith("org.neo4j.driver.")
        ? Drevo.code(error)
        : Stream.empty();
  }

  /** Apart, and touched only by its errors: drevo's client may not be on the class path. */
  private static final class Drevo {
    private static final List<String> CODES =
        List.of(
            "Neo.ClientError.Security.", "Neo.ClientError.Database.", "Neo.ClientError.Statement.");

    static Stream<String> code(Throwable error) {
      return error instanceof Neo4jException server
          ? Stream.of(String.valueOf(server.code()))
              .filter(it -> CODES.stream().anyMatch(it::startsWith))
          : Stream.empty();
    }
  }

  // Nothing of the application is quoted in a journal's errors but payloads, which are encoded.
  private static boolean isFull(Throwable error) {
    return (error instanceof SQLException sql && FULL.equals(sql.getSQLState()))
        || ErrorChain.saysFull(error.getMessage());
  }
}
