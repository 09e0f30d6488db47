package org.datxa.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.awaitility.core.ConditionTimeoutException;
import org.datxa.DatXA;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.Checker;
import org.datxa.checker.Places;
import org.datxa.checker.Report;
import org.datxa.checker.history.Anomaly;
import org.datxa.checker.history.Level;
import org.datxa.checker.history.ListAppend;
import org.datxa.checker.history.Op;
import org.datxa.checker.history.Transfers;
import org.datxa.checker.history.Txn;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProcess;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three processes run transactions over all stores at once. One is killed in the middle, one loses
 * answers of its journal and of a store, the last one has a transaction manager. When recovery is
 * through, the checker looks at what is there, the transfers at the money, and the lists at what
 * the transactions saw of one another.
 */
class HistoryTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final Duration SWEPT = Duration.ofSeconds(30);
  private static final long SEED = Long.getLong("datxa.seed", new Random().nextInt(1_000_000));
  private static final int SECONDS = Integer.getInteger("datxa.history.seconds", 10);
  private static final int THREADS = 3;
  private static final long BALANCE = 1000;
  private static final Map<String, Level> PROMISES =
      Map.of("one", Level.READ_COMMITTED, "two", Level.SERIALIZABLE, "graph", Level.SERIALIZABLE);

  @TempDir private static Path folder;
  private static TestDeployment lab;
  private static HistoryLog.Story story;
  private static Report report;
  private static Map<String, Map<String, Long>> ledgers;

  /** Where the decisions are written; chosen by the seed, unless told. */
  private enum JournalAt {
    OWN,
    RECORDED,
    CO_LOCATED,
    DREVO;

    static JournalAt chosen() {
      String told = System.getProperty("datxa.history.journal");
      return told == null ? values()[(int) (SEED % values().length)] : valueOf(told);
    }

    TestDeployment of(TestDeployment made) {
      return switch (this) {
        case OWN -> made.journal();
        case RECORDED -> made.journal().set("journal.intent", "recorded");
        case CO_LOCATED -> made.set("journal", "store:one");
        case DREVO -> made.drevoJournal();
      };
    }
  }

  @BeforeAll
  static void run() throws IOException, InterruptedException {
    System.out.println("history: journal " + JournalAt.chosen() + ", -Ddatxa.seed=" + SEED);
    lab = deployment();
    List<Path> logs = new ArrayList<>();
    try (LabProxy proxy = Lab.shared().newPostgresProxy();
        LabProcess killed = worker(values(lab.values()), 1, logs, "units");
        LabProcess unlucky = worker(through(proxy), 2, logs, "units")) {
      begin(killed);
      begin(unlucky);
      loseAnswers(proxy, SECONDS / 2);
      killed.kill9();
      try (LabProcess late = worker(values(lab.values()), 3, logs, "managed")) {
        begin(late);
        loseAnswers(proxy, SECONDS - SECONDS / 2);
        proxy.clearFaults();
        end(late);
        end(unlucky);
      }
    }
    story = HistoryLog.Story.of(logs);
    recover();
    ledgers = ledgers();
  }

  private static TestDeployment deployment() {
    TestDeployment made =
        JournalAt.chosen()
            .of(
                new TestDeployment()
                    .postgres("one")
                    .postgres("two")
                    .drevo("graph")
                    .clickHouse("ch")
                    .iceberg("lake"))
            .set("timeout_ms", "2000")
            .set("recovery.interval_ms", "500")
            .set("recovery.stale_after_ms", "1500");
    for (String store : List.of("one", "two")) {
      made.execute(store, "CREATE TABLE list (key text PRIMARY KEY, elements text NOT NULL)");
      made.execute(store, "CREATE TABLE account (name text PRIMARY KEY, balance bigint NOT NULL)");
    }
    for (String key : ListWork.KEYS) {
      made.execute("one", "INSERT INTO list VALUES ('" + key + "', '')");
      made.execute("two", "INSERT INTO list VALUES ('" + key + "', '')");
      cypher(made, "CREATE (:List {title: $t, elements: ''})", "list " + key);
    }
    for (String name : TransferWork.ACCOUNTS) {
      made.execute("one", "INSERT INTO account VALUES ('" + name + "', " + BALANCE + ")");
      made.execute("two", "INSERT INTO account VALUES ('" + name + "', " + BALANCE + ")");
      cypher(made, "CREATE (:Account {title: $t, balance: " + BALANCE + "})", "account " + name);
    }
    return made;
  }

  private static List<Map<String, Object>> cypher(TestDeployment in, String text, String title) {
    return Lab.shared().drevo().query(in.value("stores.graph.database"), text, Map.of("t", title));
  }

  private static Properties through(LabProxy proxy) {
    Properties values = lab.values();
    for (String key : List.of("journal", "stores.one.url", "stores.two.url")) {
      if (values.getProperty(key).startsWith("jdbc:")) {
        values.setProperty(key, proxy.through(values.getProperty(key)));
      }
    }
    return values(values);
  }

  private static Properties values(Properties values) {
    values.setProperty("stores.lake.inline_append_bytes", "0");
    return values;
  }

  private static LabProcess worker(Properties values, int number, List<Path> logs, String ending)
      throws IOException {
    Path file = folder.resolve(number + ".properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      values.store(writer, null);
    }
    Path log = folder.resolve(number + ".log");
    logs.add(log);
    return LabProcess.builder(HistoryWorker.class)
        .jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
        .jvmOptions("-DObjectStoreEnvironmentBean.objectStoreDir=" + folder.resolve(number + ".tm"))
        .arguments(
            file.toString(),
            log.toString(),
            Long.toString(number * 1_000_000L),
            Long.toString(SEED + 100L * number),
            Integer.toString(THREADS),
            ending)
        .start();
  }

  private static void begin(LabProcess worker) {
    worker.awaitLine("READY", LIMIT);
    worker.send("go");
  }

  private static void end(LabProcess worker) {
    worker.send("stop");
    worker.awaitLine("FINISHED", LIMIT);
    assertThat(worker.lines()).noneMatch(it -> it.startsWith("FAILED"));
  }

  /** The load runs meanwhile; how long is its size, not a condition. */
  private static void loseAnswers(LabProxy proxy, int seconds) throws InterruptedException {
    Random random = new Random(SEED);
    List<String> messages = List.of("COMMITTED", "PREPARE TRANSACTION", "COMMIT PREPARED");
    for (int i = 0; i < seconds; i++) {
      String message = messages.get(random.nextInt(messages.size()));
      proxy.fault(
          random.nextBoolean() ? LabFault.before(message).drop() : LabFault.after(message).drop());
      TimeUnit.SECONDS.sleep(1);
    }
  }

  /** What is still wrong after that, the tests say, each for itself. */
  private static void recover() {
    lab.set("recovery.stale_after_ms", "0").set("recovery.interval_ms", "0");
    lab.set("timeout_ms", "1").set("recovery.sweep_ms", "1");
    try (DatXA datxa = lab.start()) {
      await().atMost(LIMIT).until(() -> datxa.recover().isClean());
      await()
          .atMost(SWEPT)
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                datxa.recover();
                report = Checker.check(places(), story.attempts());
                return report.isClean();
              });
    } catch (ConditionTimeoutException e) {
      System.out.println("history: " + e.getMessage());
    }
  }

  private static Places places() {
    Properties values = lab.values();
    Stream.of("one item", "two item", "graph Item", "ch fact", "lake shop.line")
        .map(it -> it.split(" ", -1))
        .forEach(it -> values.setProperty("check." + it[0] + ".table", it[1]));
    return Places.of(values).build();
  }

  private static Map<String, Map<String, Long>> ledgers() throws IOException {
    Map<String, Map<String, Long>> found = new TreeMap<>();
    for (String store : List.of("one", "two")) {
      String lines = lab.text(store, "SELECT string_agg(id || '=' || note, ',') FROM item");
      found.put(store, lines(Stream.of(String.valueOf(lines).split(",", -1))));
    }
    found.put(
        "graph",
        lines(
            cypher(lab, "MATCH (n:Item) RETURN n.id AS id, n.note AS note, $t AS t", "").stream()
                .map(it -> it.get("id") + "=" + it.get("note"))));
    found.put(
        "ch",
        lines(
            Lab.shared()
                .clickHouse()
                .query("SELECT id, note FROM " + lab.database("ch") + ".fact")
                .stream()
                .map(it -> it.replace('\t', '='))));
    try (CloseableIterable<Record> rows = IcebergGenerics.read(lab.table("lake")).build()) {
      List<String> lines = new ArrayList<>();
      rows.forEach(it -> lines.add(it.getField("id") + "=" + it.getField("note")));
      found.put("lake", lines(lines.stream()));
    }
    return found;
  }

  private static Map<String, Long> lines(Stream<String> lines) {
    Map<String, Long> amounts = new LinkedHashMap<>();
    lines
        .map(it -> it.split("=", -1))
        .filter(it -> it.length == 2)
        .forEach(it -> amounts.put(it[0], Long.valueOf(it[1])));
    return amounts;
  }

  @Test
  void everyTransferIsThereWholeOrNotAtAll() {
    System.out.println(
        "history: transfers="
            + story.transfers().size()
            + " committed="
            + story.transfers().stream().filter(it -> it.answer() == Answer.COMMITTED).count()
            + " violations="
            + report.violations().size());
    assertThat(report.violations()).isEmpty();
    assertThat(story.attempts()).extracting(Attempt::answer).contains(Answer.COMMITTED);
  }

  @Test
  void theMoneyIsAllThere() {
    Map<String, Long> before = new TreeMap<>();
    Map<String, Long> after = new TreeMap<>();
    for (String store : ListWork.STORES) {
      for (String name : TransferWork.ACCOUNTS) {
        before.put(store + "." + name, BALANCE);
        after.put(store + "." + name, balance(store, name));
      }
    }
    Map<String, Set<String>> of = TransferWork.ledgers(story.transfers());
    assertThat(
            new Transfers(before, after, ledgers)
                .check(
                    story.transfers().stream().map(TransferWork::transfer).toList(),
                    it -> of.get(it.id())))
        .isEmpty();
    assertThat(after).isNotEqualTo(before);
  }

  private static long balance(String store, String name) {
    return store.equals("graph")
        ? (long)
            cypher(lab, "MATCH (a:Account {title: $t}) RETURN a.balance AS b", "account " + name)
                .get(0)
                .get("b")
        : lab.count(store, "SELECT balance FROM account WHERE name = '" + name + "'");
  }

  @Test
  void nobodySawWhatTheStoresForbid() {
    List<Op.Read> finals = new ArrayList<>();
    for (String store : ListWork.STORES) {
      for (String key : ListWork.KEYS) {
        finals.add(new Op.Read(store, key, HistoryLog.Words.split(list(store, key))));
      }
    }
    List<Anomaly> anomalies = ListAppend.check(story.lists(), finals, PROMISES);
    System.out.println(
        "history: list transactions="
            + story.lists().size()
            + " committed="
            + story.lists().stream().filter(it -> it.end() == Txn.End.COMMITTED).count()
            + " unknown="
            + story.lists().stream().filter(it -> it.end() == Txn.End.UNKNOWN).count()
            + " forbidden="
            + ListAppend.forbidden(anomalies).size()
            + " allowed="
            + anomalies.stream().filter(it -> !it.forbidden()).map(Anomaly::kind).toList());
    assertThat(ListAppend.forbidden(anomalies)).isEmpty();
    assertThat(story.lists().stream().filter(it -> it.end() == Txn.End.COMMITTED))
        .hasSizeGreaterThan(10);
  }

  private static String list(String store, String key) {
    return store.equals("graph")
        ? (String)
            cypher(lab, "MATCH (n:List {title: $t}) RETURN n.elements AS e", "list " + key)
                .get(0)
                .get("e")
        : lab.text(store, "SELECT elements FROM list WHERE key = '" + key + "'");
  }
}
