package org.datxa.lab.drevo.graph;

import java.io.IOException;
import java.util.List;

/** Appends records, and tells of a failure as drevo does. */
final class DatabaseLog {

  private final String database;
  private final LogFile file;
  private final FaultPoint faults;

  DatabaseLog(String database, LogFile file, FaultPoint faults) {
    this.database = database;
    this.file = file;
    this.faults = faults;
  }

  /** Writes a record that is on the disk when this returns, or is not there when it throws. */
  void durably(String what, List<Object> record) {
    write(what, record, true);
  }

  /** Writes a record that is on the disk after the next {@link #sync}. */
  void soon(String what, List<Object> record) {
    write(what, record, false);
  }

  private void write(String what, List<Object> record, boolean sync) {
    String text = "LOG db=" + database + " " + what;
    long start = file.end();
    try {
      faults.before(text);
      file.append(record);
      if (sync) {
        file.sync();
      }
      faults.after(text);
    } catch (IOException | DrevoFailure e) {
      throw takenBack(start, failure(e));
    } catch (RuntimeException e) {
      throw takenBack(start, e);
    }
  }

  private RuntimeException takenBack(long start, RuntimeException failure) {
    try {
      file.takeBack(start);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  void sync() {
    try {
      file.sync();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  void close() throws IOException {
    file.close();
  }

  private static DrevoFailure failure(Exception cause) {
    DrevoFailure failure =
        new DrevoFailure(
            Codes.EXECUTION_FAILED, "the write-ahead log failed: " + cause.getMessage());
    failure.addSuppressed(cause);
    return failure;
  }
}
