package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.datxa.lab.LabDisk;
import org.datxa.lab.LabPostgres;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.Gid;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.error.StoreException;
import org.junit.jupiter.api.Test;

/** The disk of the server's log is full when what was prepared is to be committed. */
class FullLogTest {
  private static final long SEGMENT = 16L << 20;
  private static final int PAGE = 8192;
  private static final int OF_A_PAGE = 24;
  private static final int OF_A_MESSAGE = 64;

  @Test
  void e2_whenTheLogIsFullAtCommitPrepared_itIsUnresolvedAndDoneOnceThereIsRoom() throws Exception {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(7 * SEGMENT);
        LabPostgres server = server();
        StoreFixture lab = new StoreFixture(server)) {
      moveLog(server, disk.path());
      List<ForeignBranch> branches = List.of(lab.prepared(1), lab.prepared(2));
      disk.fill(0);
      useUp(lab);
      Throwable full = null;
      for (ForeignBranch branch : branches) { // a small rest may be enough for the first
        full = catchThrowable(branch::commitPrepared);
      }
      assertThat(full).as("neither done nor heuristic").isInstanceOf(StoreException.class);
      assertThat(lab.store().classify(full)) // the server's last words, when they arrive
          .isIn(ErrorKind.STORE_FULL, ErrorKind.TRANSIENT);
      Gid gid = StoreFixture.gid(branches.get(1));
      assertThat(catchThrowable(() -> lab.store().commitPrepared(gid)))
          .isInstanceOf(StoreException.class);
      disk.free();
      server.restart();
      assertThat(lab.store().listPrepared()).extracting(PreparedBranch::gid).contains(gid);
      for (ForeignBranch branch : branches) {
        assertThat(lab.store().commitPrepared(StoreFixture.gid(branch))).isEqualTo(Resolution.DONE);
        branch.release();
      }
      assertThat(lab.items()).isEqualTo(2);
      assertThat(lab.preparedHere()).isZero();
    }
  }

  private static LabPostgres server() {
    return LabPostgres.builder()
        .setting("max_prepared_transactions", "5")
        .setting("wal_recycle", "off")
        .setting("min_wal_size", "32MB")
        .setting("max_wal_size", "32MB")
        .setting("autovacuum", "off")
        .setting("restart_after_crash", "off")
        .start();
  }

  private static void moveLog(LabPostgres server, Path disk) throws SQLException, IOException {
    Path log = Path.of(StoreFixture.ask(server, "postgres", "SHOW data_directory"), "pg_wal");
    server.kill();
    Path moved = Files.createDirectories(disk.resolve("log"));
    try (Stream<Path> files = Files.walk(log)) {
      for (Path file : files.sorted().toList()) {
        Path to = moved.resolve(log.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to);
        }
      }
    }
    Files.move(log, log.resolveSibling("pg_wal_before"));
    Files.createSymbolicLink(log, moved);
    server.restart();
  }

  /** Writes the log up to the end of the last segment that there is. */
  private static void useUp(StoreFixture lab) throws SQLException {
    try (Connection connection = lab.server().connect(lab.database());
        Statement statement = connection.createStatement()) {
      for (long left = left(statement); left > OF_A_MESSAGE; left = left(statement)) {
        long pages = left / PAGE + 1;
        long size = Math.max(1, left - pages * OF_A_PAGE - 4 * OF_A_MESSAGE);
        statement.execute(
            "SELECT pg_logical_emit_message(false, 'x', repeat('x', " + size + ")::bytea)");
      }
    }
  }

  private static long left(Statement statement) throws SQLException {
    String ahead =
        "SELECT count(*) FROM pg_ls_waldir() WHERE name >"
            + " pg_walfile_name(pg_current_wal_insert_lsn()) AND name ~ '^[0-9A-F]{24}$'";
    String here = "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn) % " + SEGMENT;
    List<Long> values = List.of(number(statement, ahead), number(statement, here));
    return (values.get(0) + 1) * SEGMENT - values.get(1);
  }

  private static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
