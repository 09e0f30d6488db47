package org.datxa.bridge.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabStatement;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Evidence;
import org.datxa.spi.Payload;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stage, apply, probe and mark on the real engine. */
class ApplyTest {
  private static final String PLAIN = "ENGINE = MergeTree ORDER BY a";

  private TestStore db = TestStore.create("max_chunk_rows", "2", "claim_ms", "60000");

  @AfterEach
  void close() {
    db.server().clearFaults();
    db.close();
  }

  private void restart(String... properties) {
    db.close();
    db = TestStore.create(properties);
  }

  private Evidence probe(DecidedBranch branch) throws StoreException {
    return db.store().probe(branch);
  }

  /** A claim that is soon over, so that a request that is held back comes late. */
  private Claim shortClaim() throws StoreException {
    long deadline = db.store().clockMillis() + 1000;
    return new Claim("short", 1, deadline, deadline);
  }

  private static void assertRefused(ErrorKind kind, Throwable error) {
    assertThat(error).isInstanceOf(StoreRefused.class);
    assertThat(((StoreRefused) error).kind()).isEqualTo(kind);
  }

  @Test
  void h1_rowsOfSeveralPartitions_areChunksOfOnePartEach() throws Exception {
    db.create(
        "t", "a Int64, d Date", "ENGINE = MergeTree PARTITION BY (toYYYYMM(d), a % 2) ORDER BY a");
    db.server().execute("SYSTEM STOP MERGES " + db.database() + ".t");
    DecidedBranch branch =
        db.buffer(
            "INSERT INTO t VALUES (1, '2024-01-01'), (2, '2024-01-02'), (3, '2024-01-03'),"
                + " (1, '2024-02-01'), (5, '2024-01-05')");
    assertThat(probe(branch).chunks()).isEqualTo(4);
    db.finish(branch);
    String parts =
        "SELECT partition_id, sum(rows), count() FROM system.parts WHERE active AND table = 't' AND"
            + " database = '$db' GROUP BY 1 ORDER BY 1";
    assertThat(db.query(parts))
        .containsExactly("202401-0\t1\t1", "202401-1\t3\t2", "202402-1\t1\t1");
    assertThat(probe(branch).marked()).isTrue();
  }

  @Test
  void h1_chunksOfOnePartition_countNamesThePrefix() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1), (2), (3), (4), (5)");
    assertThat(probe(branch).chunks()).isEqualTo(3);
    assertThat(probe(branch).present().isEmpty()).isTrue();
    Claim claim = db.claim(1);
    db.store().apply(branch, 0, claim);
    assertThat(probe(branch).present().cardinality()).isEqualTo(1);
    db.store().apply(branch, 1, claim);
    assertThat(probe(branch).present().cardinality()).isEqualTo(2);
    db.store().apply(branch, 2, claim);
    assertThat(probe(branch).complete()).isTrue();
    assertThat(db.count("t")).isEqualTo(5);
  }

  @Test
  void h1_defaults_areComputedAtStage() throws Exception {
    db.create(
        "t",
        "a Int64, s String DEFAULT concat('x', toString(a)), u UUID DEFAULT generateUUIDv4(),"
            + " n DateTime64(6) DEFAULT now64(6), m Int64 MATERIALIZED a * 2, z Array(String)",
        "ENGINE = MergeTree PARTITION BY s ORDER BY a");
    DecidedBranch branch = db.buffer("INSERT INTO t (a) VALUES (1), (2)");
    String payload = new String(branch.payload().bytes(), StandardCharsets.ISO_8859_1);
    assertThat(payload).contains("x1").contains("x2");
    String before = db.query("SELECT toUnixTimestamp64Micro(now64(6))").get(0);
    db.finish(branch);
    assertThat(
            db.query(
                "SELECT a, s, m, z, toUnixTimestamp64Micro(n) < "
                    + before
                    + " FROM $db.t ORDER BY a"))
        .containsExactly("1\tx1\t2\t[]\t1", "2\tx2\t4\t[]\t1");
  }

  @Test
  void rowThatBreaksCheck_isRefusedAtStage() throws Exception {
    db.create("t", "a Int64, CONSTRAINT positive CHECK a > 0", PLAIN);
    assertThatThrownBy(() -> db.buffer("INSERT INTO t (a) VALUES (1), (-1)"))
        .hasMessageContaining("a > 0")
        .satisfies(e -> assertRefused(ErrorKind.CONSTRAINT, e));
  }

  @Test
  void h2_secondFinisher_findsWhatTheFirstDid() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1), (2), (3)");
    db.store().apply(branch, 0, db.claim(1));
    try (PostDecisionStore other = db.another(db.server().url())) {
      assertThat(other.probe(branch).present().cardinality()).isEqualTo(1);
      other.apply(branch, 1, db.claim(2));
      assertThat(other.probe(branch).complete()).isTrue();
    }
    db.finish(branch);
    assertThat(db.count("t")).isEqualTo(3);
  }

  @Test
  void h3_insertThatComesLate_isRefusedByTheServer() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    db.server().fault(LabFault.before("INSERT INTO .*throwIf").delay(Duration.ofMillis(2500)));
    Claim claim = shortClaim();
    assertThatThrownBy(() -> db.store().apply(branch, 0, claim))
        .hasMessageContaining("deadline")
        .satisfies(e -> assertRefused(ErrorKind.TRANSIENT, e));
    assertThat(db.count("t")).isZero();
    db.store().apply(branch, 0, db.claim(2));
    assertThat(probe(branch).complete()).isTrue();
  }

  @Test
  void h3_requestThatWasHeldBack_doesNothingAfterAnotherFinisherTookOver() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    int fault =
        db.server().fault(LabFault.before("INSERT INTO .*throwIf").delay(Duration.ofSeconds(3)));
    Claim first = shortClaim();
    try (PostDecisionStore hasty = db.another(db.server().url(), "socket_timeout_ms", "500")) {
      assertThatThrownBy(() -> hasty.apply(branch, 0, first)).isInstanceOf(StoreUnknown.class);
    }
    assertThat(db.server().faultHits(fault)).isEqualTo(1);
    db.store().apply(branch, 0, db.claim(2));
    assertThat(probe(branch).complete()).isTrue();
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(db.server().log())
                    .anyMatch(s -> s.sql().contains("throwIf") && s.outcome().equals("error 395")));
    assertThat(db.count("t")).isEqualTo(1);
  }

  @Test
  void whenInterrupted_answerIsUnknownAndTheInterruptIsKept() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    Claim claim = db.claim(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> db.store().apply(branch, 0, claim)).isInstanceOf(StoreUnknown.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void h1_largeChunk_isOnePart() throws Exception {
    restart("max_chunk_rows", "300000", "max_chunk_bytes", "67108864", "claim_ms", "60000");
    db.create("t", "a Int64, s String", PLAIN);
    PostDecisionBranch branch = db.begin();
    try (Connection connection = db.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t VALUES (?, 'some text')")) {
      for (int i = 0; i < 300_000; i++) {
        insert.setLong(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    DecidedBranch decided = db.stage(branch);
    assertThat(probe(decided).chunks()).isEqualTo(1);
    db.store().apply(decided, 0, db.claim(1));
    String parts =
        "SELECT level, rows FROM system.parts WHERE active AND table = 't' AND database = '$db'";
    assertThat(db.query(parts)).containsExactly("0\t300000");
  }

  @Test
  void h4_foreignRows_areReportedWithNumbers() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1), (2), (3), (4), (5)");
    db.finish(branch);
    db.server().execute("TRUNCATE TABLE " + db.database() + ".dat_applied");
    db.server().execute("DELETE FROM " + db.database() + ".t WHERE a > 3");
    assertThat(probe(branch).interference()).contains("3 rows").contains("together 5 rows");
    db.server()
        .execute("INSERT INTO " + db.database() + ".t SELECT * FROM " + db.database() + ".t");
    assertThat(probe(branch).interference()).contains("6 rows");
  }

  @Test
  void h5_declaredReplacingTable_needsOnlyTheMarker() throws Exception {
    restart("replacing.tables", "r", "claim_ms", "60000");
    db.create("r", "a Int64, v Int64", "ENGINE = ReplacingMergeTree(dat_tx_time) ORDER BY a");
    DecidedBranch branch = db.buffer("INSERT INTO r VALUES (1, 10), (1, 11)");
    assertThat(probe(branch).complete()).isFalse();
    db.finish(branch);
    assertThat(db.query("SELECT v FROM $db.r FINAL")).containsExactly("11");
    assertThat(probe(branch).complete()).isTrue();
  }

  @Test
  void h6_rowsThatExpireOnArrival_areNotInsertedForEver() throws Exception {
    db.create("t", "a Int64, d Date", "ENGINE = MergeTree ORDER BY a TTL d + INTERVAL 1 DAY");
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1, '2001-01-01'), (2, '2001-01-01')");
    db.finish(branch);
    assertThat(db.count("t")).isZero();
    assertThat(probe(branch).marked()).isTrue();
  }

  @Test
  void h6_whatExpiredBehindAView_isNotInsertedAgainByAnotherProcess() throws Exception {
    db.create(
        "t",
        "a Int64, d Date",
        "ENGINE = MergeTree ORDER BY a TTL d + INTERVAL 1 DAY"
            + " SETTINGS non_replicated_deduplication_window = 100");
    view("SELECT a FROM " + db.database() + ".t");
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1, '2001-01-01')");
    db.store().apply(branch, 0, db.claim(1));
    assertThat(db.count("t")).isZero();
    assertThat(db.count("mv")).isEqualTo(1);

    try (PostDecisionStore other = db.another(db.server().url())) {
      assertThat(other.probe(branch).complete()).isTrue();
    }
  }

  private void view(String select) {
    db.server()
        .execute(
            "CREATE MATERIALIZED VIEW "
                + db.database()
                + ".mv (a Int64) ENGINE = MergeTree ORDER BY a AS "
                + select);
  }

  @Test
  void h6_rollUpByTtl_isRefused() {
    db.create(
        "t",
        "a Int64, n Int64, d Date",
        "ENGINE = MergeTree ORDER BY a TTL d + INTERVAL 1 DAY GROUP BY a SET n = sum(n)");
    assertThatThrownBy(() -> db.buffer("INSERT INTO t VALUES (1, 1, '2001-01-01')"))
        .hasMessageContaining("GROUP BY");
  }

  @Test
  void h5_replacingTableBeforeAView_isRefused() {
    restart("replacing.tables", "t", "claim_ms", "60000");
    db.create("t", "a Int64", "ENGINE = ReplacingMergeTree(dat_tx_time) ORDER BY a");
    view("SELECT a FROM " + db.database() + ".t");
    assertThatThrownBy(() -> db.buffer("INSERT INTO t VALUES (1)"))
        .hasMessageContaining("count twice");
  }

  @Test
  void h5_rowsOfOneKeyThatAreSummed_areNoInterference() throws Exception {
    db.create(
        "t", "a Int64, n Int64", "ENGINE = SummingMergeTree(n) ORDER BY (a, dat_txn, dat_tx_time)");
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1, 5), (1, 6)");
    db.finish(branch);
    assertThat(db.query("SELECT sum(n) FROM $db.t")).containsExactly("11");
  }

  @Test
  void valueThatAComputedColumnCannotTake_isRefusedAtStage() throws Exception {
    db.create("t", "s String, n UInt32 MATERIALIZED toUInt32(s)", "ENGINE = MergeTree ORDER BY s");
    assertThatThrownBy(() -> db.buffer("INSERT INTO t VALUES ('7'), ('seven')"))
        .isInstanceOf(StoreRefused.class);
    db.participation().suspend();
    db.finish(db.buffer("INSERT INTO t VALUES ('7')"));
    assertThat(db.query("SELECT n FROM $db.t")).containsExactly("7");
  }

  @Test
  void valueThatTheSortingKeyCannotTake_isRefusedAtStage() throws Exception {
    db.create("t", "a Int64, b Int64", "ENGINE = MergeTree ORDER BY (a, intDiv(a, b))");
    assertThatThrownBy(() -> db.buffer("INSERT INTO t VALUES (1, 0)"))
        .isInstanceOf(StoreRefused.class);
    db.participation().suspend();
    db.finish(db.buffer("INSERT INTO t VALUES (4, 2)"));
    assertThat(db.count("t")).isEqualTo(1);
  }

  @Test
  void computedFromAnEphemeralColumn_isStagedToo() throws Exception {
    db.create(
        "t",
        "a Int64, e String EPHEMERAL, l UInt64 MATERIALIZED length(e)",
        "ENGINE = MergeTree ORDER BY a");
    db.finish(db.buffer("INSERT INTO t VALUES (4)"));
    assertThat(db.query("SELECT l FROM $db.t")).containsExactly("0");
  }

  @Test
  void arraysOfOneNestedColumnWithOtherLengths_areRefusedAtStage() throws Exception {
    db.create("t", "a Int64, n Nested(x Int64, y Int64)", PLAIN);
    assertThatThrownBy(() -> db.buffer("INSERT INTO t VALUES (1, [1, 2], [1])"))
        .satisfies(e -> assertRefused(ErrorKind.CONSTRAINT, e));
    db.participation().suspend();
    db.finish(db.buffer("INSERT INTO t VALUES (1, [1, 2], [3, 4])"));
    assertThat(db.count("t")).isEqualTo(1);
  }

  @Test
  void h6_failedView_isFilledByTheSameToken() throws Exception {
    db.server()
        .execute("CREATE TABLE " + db.database() + ".sw (x Int64) ENGINE = MergeTree ORDER BY x");
    db.create("t", "a Int64", PLAIN + " SETTINGS non_replicated_deduplication_window = 100");
    db.server()
        .execute(
            "CREATE MATERIALIZED VIEW "
                + db.database()
                + ".mv (a Int64, m UInt8) ENGINE ="
                + " MergeTree ORDER BY a AS SELECT a, throwIf((SELECT count() FROM "
                + db.database()
                + ".sw) = 0) AS m FROM "
                + db.database()
                + ".t");
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1), (2)");
    assertThatThrownBy(() -> db.store().apply(branch, 0, db.claim(1)))
        .isInstanceOf(StoreUnknown.class);
    assertThat(db.count("t")).isEqualTo(2);
    assertThat(probe(branch).complete()).isFalse();
    assertThatThrownBy(() -> db.store().apply(branch, 0, new Claim("late", 2, 1, 1)))
        .satisfies(e -> assertRefused(ErrorKind.TRANSIENT, e));
    assertThat(probe(branch).complete()).isFalse();
    db.server().execute("INSERT INTO " + db.database() + ".sw VALUES (1)");
    db.store().apply(branch, 0, db.claim(3));
    assertThat(probe(branch).complete()).isTrue();
    assertThat(db.count("t")).isEqualTo(2);
    assertThat(db.count("mv")).isEqualTo(2);
  }

  @Test
  void h6_viewWithoutDeduplicationWindow_isRefused() {
    db.create("t", "a Int64", PLAIN);
    db.server()
        .execute(
            "CREATE MATERIALIZED VIEW "
                + db.database()
                + ".mv ENGINE = MergeTree ORDER BY"
                + " a AS SELECT a FROM "
                + db.database()
                + ".t");
    assertThatThrownBy(() -> db.buffer("INSERT INTO t VALUES (1)"))
        .hasMessageContaining("MODIFY SETTING non_replicated_deduplication_window");
  }

  @Test
  void swallowedToken_isFoundAbsentAndTheNextClaimInserts() throws Exception {
    db.create("t", "a Int64", PLAIN + " SETTINGS non_replicated_deduplication_window = 100");
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    String t = db.database() + ".t";
    db.server()
        .execute(
            "INSERT INTO "
                + t
                + " SETTINGS insert_deduplication_token = '"
                + branch.gid()
                + ":1:0' SELECT 5, generateUUIDv4(), 1");
    db.server().execute("DELETE FROM " + t + " WHERE a = 5");
    db.store().apply(branch, 0, db.claim(1));
    assertThat(probe(branch).present().isEmpty()).isTrue();
    db.store().apply(branch, 0, db.claim(2));
    assertThat(probe(branch).complete()).isTrue();
  }

  @Test
  void whenReplyIsLost_probeSaysPresent_andNothingWasSentTwice() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    db.server().clearLog();
    db.server().fault(LabFault.after("INSERT INTO .*throwIf").drop());
    assertThatThrownBy(() -> db.store().apply(branch, 0, db.claim(1)))
        .isInstanceOf(StoreUnknown.class);
    assertThat(probe(branch).complete()).isTrue();
    assertThat(db.server().log().stream().map(LabStatement::sql).filter(s -> s.contains("throwIf")))
        .hasSize(1);
  }

  @Test
  void whenRequestIsLost_probeSaysAbsent() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    db.server().fault(LabFault.before("INSERT INTO .*throwIf").drop());
    assertThatThrownBy(() -> db.store().apply(branch, 0, db.claim(1)))
        .isInstanceOf(StoreUnknown.class);
    assertThat(probe(branch).present().isEmpty()).isTrue();
  }

  @Test
  void whenServerHangs_answerIsUnknownWithinTheSocketTimeout() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    db.server().fault(LabFault.before("INSERT INTO .*throwIf").hang());
    try (PostDecisionStore hasty = db.another(db.server().url(), "socket_timeout_ms", "700")) {
      assertThatThrownBy(() -> hasty.apply(branch, 0, db.claim(1)))
          .isInstanceOf(StoreUnknown.class)
          .hasMessageContaining("700 ms");
    }
  }

  @Test
  void whenNobodyListens_nothingWasSent() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    try (PostDecisionStore dead = db.another("http://127.0.0.1:1")) {
      assertThat(dead.check()).hasSize(1);
      assertThatThrownBy(() -> dead.apply(branch, 0, db.claim(1)))
          .satisfies(e -> assertRefused(ErrorKind.TRANSIENT, e));
    }
  }

  @Test
  void errorFromTheMiddle_isUnknown_errorFromBefore_isRefused() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    db.server().fault(LabFault.after("INSERT INTO .*throwIf").error(1001));
    assertThatThrownBy(() -> db.store().apply(branch, 0, db.claim(1)))
        .isInstanceOf(StoreUnknown.class);
    db.server().fault(LabFault.before("INSERT INTO .*throwIf").error(243));
    assertThatThrownBy(() -> db.store().apply(branch, 0, db.claim(2)))
        .satisfies(e -> assertRefused(ErrorKind.STORE_FULL, e));
    db.server().fault(LabFault.after("INSERT INTO .*throwIf").error(0).status(502));
    assertThatThrownBy(() -> db.store().apply(branch, 0, db.claim(3)))
        .isInstanceOf(StoreUnknown.class);
  }

  @Test
  void tableThatIsAnother_isRefusedForGood() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    db.server().execute("DROP TABLE " + db.database() + ".t SYNC");
    assertThatThrownBy(() -> probe(branch)).satisfies(e -> assertRefused(ErrorKind.PERMANENT, e));
    db.create("t", "a Int64", PLAIN);
    assertThatThrownBy(() -> probe(branch)).satisfies(e -> assertRefused(ErrorKind.PERMANENT, e));
    assertThatThrownBy(() -> db.store().apply(branch, 0, db.claim(1)))
        .satisfies(e -> assertRefused(ErrorKind.PERMANENT, e));
    assertThat(db.count("t")).isZero();
  }

  @Test
  void columnsChangedAfterStage_areRefusedInsteadOfConverted() throws Exception {
    db.create("t", "k Int8 DEFAULT 0, a Int64", "ENGINE = MergeTree ORDER BY k");
    DecidedBranch branch = db.buffer("INSERT INTO t (a) VALUES (300)");
    db.server().execute("ALTER TABLE " + db.database() + ".t MODIFY COLUMN a UInt8");
    assertThatThrownBy(() -> db.store().apply(branch, 0, db.claim(1)))
        .hasMessageContaining("ALTER")
        .satisfies(e -> assertRefused(ErrorKind.PERMANENT, e));
    db.server().execute("ALTER TABLE " + db.database() + ".t MODIFY COLUMN a Int64");
    db.server().execute("ALTER TABLE " + db.database() + ".t ADD COLUMN later String DEFAULT 'x'");
    db.finish(branch);
    assertThat(db.query("SELECT a, later FROM $db.t")).containsExactly("300\tx");
  }

  @Test
  void afterTheServerWasKilled_theNextRequestIsNotLost() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    db.server().kill();
    assertThatThrownBy(() -> db.store().clockMillis()).isInstanceOf(StoreException.class);
    db.server().restart();
    db.finish(branch);
    db.server().kill();
    db.server().restart();
    assertThat(probe(branch).marked()).isTrue();
    assertThat(db.count("t")).isEqualTo(1);
  }

  @Test
  void tableChangedBeforeStage_abortsTheTransactionOnly() throws Exception {
    db.create("t", "a Int64", PLAIN);
    PostDecisionBranch branch = db.begin();
    db.execute("INSERT INTO t VALUES (1)");
    db.server().execute("ALTER TABLE " + db.database() + ".t ADD COLUMN b Int8");
    assertThatThrownBy(() -> db.stage(branch))
        .satisfies(e -> assertRefused(ErrorKind.TRANSIENT, e));
    db.participation().suspend();
    db.finish(db.buffer("INSERT INTO t VALUES (1, 2)"));
    assertThat(db.count("t")).isEqualTo(1);
  }

  @Test
  void damagedPayload_isRefused() throws Exception {
    db.create("t", "a Int64", PLAIN);
    DecidedBranch branch = db.buffer("INSERT INTO t VALUES (1)");
    byte[] bytes = branch.payload().bytes();
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      byte[] damaged = bytes.clone();
      damaged[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      DecidedBranch other = new DecidedBranch(branch.gid(), branch.stamp(), Payload.of(damaged));
      assertThatThrownBy(() -> probe(other)).satisfies(e -> assertRefused(ErrorKind.PERMANENT, e));
    }
  }

  @Test
  void hostileNames_areOnlyNames() throws Exception {
    restart("claim_ms", "60000");
    String table = "a`b'c\\d\"e; DROP";
    String column = "c`'\\ ?,)";
    String quoted = "`a\\`b'c\\\\d\"e; DROP`";
    db.create(
        quoted, "`c\\`'\\\\ ?,)` String, p Int8", "ENGINE = MergeTree PARTITION BY p ORDER BY p");
    DecidedBranch branch =
        db.buffer("INSERT INTO " + quoted + " (`c\\`'\\\\ ?,)`, p) VALUES ('x', 1)");
    db.finish(branch);
    assertThat(table).isNotEqualTo(column);
    assertThat(db.query("SELECT * EXCEPT(dat_txn, dat_tx_time) FROM $db." + quoted))
        .containsExactly("x\t1");
  }

  @Test
  void sixteenMebibytes_arriveInBoundedChunks() throws Exception {
    restart("claim_ms", "60000", "max_execution_ms", "60000");
    db.create("t", "a Int64, s String", PLAIN);
    PostDecisionBranch branch = db.begin();
    byte[] value = new byte[16 * 1024];
    new Random(11).nextBytes(value);
    try (Connection connection = db.dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int i = 0; i < 1024; i++) {
        insert.setLong(1, i);
        insert.setBytes(2, value);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(1024).containsOnly(1);
    }
    DecidedBranch decided = db.stage(branch);
    assertThat(probe(decided).chunks()).isEqualTo(3);
    db.finish(decided);
    assertThat(db.query("SELECT count(), uniqExact(s), max(length(s)) FROM $db.t"))
        .containsExactly("1024\t1\t16384");
  }

  @Test
  void parallelTransactions_eachArriveOnce() throws Exception {
    restart("claim_ms", "60000");
    db.create("t", "a Int64", PLAIN);
    List<DecidedBranch> branches = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      branches.add(db.buffer("INSERT INTO t VALUES (" + i + ")"));
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (DecidedBranch branch : branches) {
        running.add(threads.submit(() -> finishQuietly(branch)));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(db.query("SELECT count(), uniqExact(dat_txn) FROM $db.t")).containsExactly("20\t20");
  }

  private Void finishQuietly(DecidedBranch branch) throws StoreException {
    db.finish(branch);
    return null;
  }
}
