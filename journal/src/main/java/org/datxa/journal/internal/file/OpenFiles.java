package org.datxa.journal.internal.file;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.h2.api.ErrorCode;

/**
 * Which files this process has open. H2 would let a second journal of the same process into the
 * same database, behind the back of the first one's worker.
 */
final class OpenFiles {
  private static final Set<String> NAMES = new HashSet<>();

  private OpenFiles() {}

  static FileDatabase open(String name) throws SQLException {
    synchronized (NAMES) {
      if (!NAMES.add(name)) {
        throw new SQLException("another journal of this process has it open");
      }
    }
    try {
      return new FileSpace(name).open();
    } catch (SQLException | RuntimeException e) {
      forget(name);
      throw e;
    }
  }

  static void close(String name, FileDatabase database) {
    try {
      database.close();
    } finally {
      forget(name);
    }
  }

  private static void forget(String name) {
    synchronized (NAMES) {
      NAMES.remove(name);
    }
  }

  static String explain(String name, Exception failure) {
    boolean locked =
        failure instanceof SQLException e && e.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1;
    return locked
        ? "the journal's file " + name + " is open in another process. Next: end that process"
        : "the journal's file " + name + " cannot be opened: " + failure.getMessage();
  }
}
