package org.datxa.journal.internal.file;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import org.datxa.journal.JournalException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open file, as the worker uses it. Opened at the first use, and again after a failed opening;
 * never again after a failed write, since what the disk then holds is not known.
 */
final class FileSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileSession.class);

  private final String name;
  private FileDatabase database;
  private Exception broken;

  FileSession(String name) {
    this.name = name;
  }

  void serve(List<FileTask<?>> batch) {
    if (batch.isEmpty()) {
      return;
    }
    if (broken != null) {
      batch.forEach(task -> task.refuse(whyBroken(), broken));
      return;
    }
    try {
      open();
    } catch (SQLException | RuntimeException e) {
      batch.forEach(task -> task.refuse(OpenFiles.explain(name, e), e));
      return;
    }
    run(batch);
  }

  private String whyBroken() {
    return "the journal's file failed before: "
        + broken.getMessage()
        + ". Next: mend the disk and"
        + " start the process anew";
  }

  private void open() throws SQLException {
    if (database == null) {
      database = OpenFiles.open(name);
    }
  }

  private void run(List<FileTask<?>> batch) {
    List<FileTask<?>> done = new ArrayList<>();
    List<FileTask<?>> open = new ArrayList<>(batch);
    try {
      for (FileTask<?> task : batch) {
        if (ran(task)) {
          done.add(task);
        } else {
          open.remove(task);
        }
      }
      finish(done.stream().anyMatch(FileTask::writes));
    } catch (SQLException | RuntimeException e) {
      breakDown(e);
      open.forEach(task -> task.lose(e));
      return;
    }
    done.forEach(FileTask::succeed);
  }

  private boolean ran(FileTask<?> task) throws SQLException {
    Connection connection = database.connection();
    Savepoint before = connection.setSavepoint();
    try {
      task.run(database);
      return true;
    } catch (JournalException e) {
      connection.rollback(before);
      task.fail(e);
      return false;
    } catch (SQLException e) {
      undo(connection, before, e);
      task.refuse("refused: " + e.getMessage(), e);
      return false;
    }
  }

  private static void undo(Connection connection, Savepoint before, SQLException failure)
      throws SQLException {
    try {
      connection.rollback(before);
    } catch (SQLException e) {
      failure.addSuppressed(e);
      throw failure;
    }
  }

  private void finish(boolean written) throws SQLException {
    if (written) {
      database.commit();
    } else {
      database.connection().commit();
    }
  }

  private void breakDown(Exception failure) {
    LOG.error(
        "The journal's file {} failed; nothing more is written to it: {}",
        name,
        failure.getMessage());
    broken = failure;
    close();
  }

  @Override
  public void close() {
    if (database != null) {
      OpenFiles.close(name, database);
      database = null;
    }
  }
}
