package org.datxa.lab.drevo.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of one database, opened again and again. */
class DatabaseLogTest {

  @TempDir private Path folder;

  private Database open() throws IOException {
    return Database.open("test", folder, Clock.systemUTC(), Behaviour::asObserved, FaultPoint.NONE);
  }

  private Path log() {
    return folder.resolve("native.wal");
  }

  private static Node create(GraphAccess graph, String title) {
    return graph.createNode(List.of("A"), title, null, Map.of());
  }

  private static void commit(Database database, String title) {
    Transaction transaction = database.begin();
    create(transaction, title);
    database.commit(transaction);
  }

  private static void prepare(Database database, String gid) {
    Transaction transaction = database.begin();
    create(transaction, gid);
    database.prepare(transaction, gid);
  }

  private static List<String> titles(Database database) {
    return StreamSupport.stream(database.begin().nodes().spliterator(), false)
        .map(Node::title)
        .toList();
  }

  @Test
  void whenLastRecordIsTorn_allBeforeItAreThere() throws IOException {
    try (Database database = open()) {
      commit(database, "one");
      commit(database, "two");
    }
    long whole = Files.size(log());
    try (Database database = open()) {
      commit(database, "torn");
    }
    byte[] bytes = Files.readAllBytes(log());
    for (int cut = 1; cut < bytes.length - whole; cut += 7) {
      Files.write(log(), Arrays.copyOf(bytes, bytes.length - cut));
      try (Database database = open()) {
        assertThat(titles(database)).startsWith("one", "two").hasSizeLessThan(3);
        commit(database, "again");
      }
      try (Database database = open()) {
        assertThat(titles(database)).containsExactly("one", "two", "again");
      }
    }
  }

  @Test
  void whenTheEndIsZerosOrItsBytesAreWrong_itIsDropped() throws IOException {
    try (Database database = open()) {
      commit(database, "one");
      commit(database, "two");
    }
    byte[] bytes = Files.readAllBytes(log());
    Files.write(log(), new byte[100], StandardOpenOption.APPEND);
    try (Database database = open()) {
      assertThat(titles(database)).containsExactly("one", "two");
    }
    bytes[bytes.length - 1] ^= 1;
    Files.write(log(), bytes);
    try (Database database = open()) {
      assertThat(titles(database)).containsExactly("one");
    }
  }

  @Test
  void whenTheMiddleIsCorrupt_itIsNotOpened() throws IOException {
    try (Database database = open()) {
      commit(database, "one");
      commit(database, "two");
    }
    byte[] bytes = Files.readAllBytes(log());
    for (int place : new int[] {0, 10, 15, 19, 25}) {
      byte[] corrupt = bytes.clone();
      corrupt[place] ^= 0x10;
      Files.write(log(), corrupt);
      assertThatThrownBy(this::open).as("byte %d", place).isInstanceOf(IOException.class);
      assertThat(Files.readAllBytes(log())).as("untouched").isEqualTo(corrupt);
    }
  }

  @Test
  void whenOpenedAgain_logIsCompactAndKeepsWhatIsUnresolved() throws IOException {
    try (Database database = open()) {
      for (int i = 0; i < 100; i++) {
        int number = i;
        database.autocommit(graph -> create(graph, "t" + number));
        database.autocommit(
            graph -> {
              graph.deleteNode(graph.titled("t" + number).id());
              return null;
            });
      }
      prepare(database, "heuristic");
      database.heuristicRollback("heuristic");
      prepare(database, "pending");
    }
    long before = Files.size(log());
    for (int i = 0; i < 2; i++) {
      try (Database database = open()) {
        assertThat(Files.size(log())).isLessThan(before / 10);
        assertThat(database.prepared()).extracting(PreparedInfo::gid).containsExactly("pending");
        assertThatThrownBy(() -> database.commitPrepared("heuristic"))
            .hasMessageContaining("heuristically");
      }
    }
  }

  @Test
  void whenNodesWereDeletedOrRolledBack_theirIdsAreNotGivenAgain() throws IOException {
    long last;
    try (Database database = open()) {
      commit(database, "one");
      prepare(database, "two");
      last = database.live().nodes().lastKey() + 1;
      database.rollbackPrepared("two");
      database.autocommit(
          graph -> {
            graph.deleteNode(graph.titled("one").id());
            return null;
          });
    }
    open().close();
    try (Database database = open()) {
      Node next = database.autocommit(graph -> create(graph, "three"));
      assertThat(next.id()).isGreaterThan(last);
    }
  }

  @Test
  void whenRelationshipsAreThere_theySurviveAndGuardTheirNodes() throws IOException {
    try (Database database = open()) {
      Transaction transaction = database.begin();
      Node a = create(transaction, "a");
      Node b = create(transaction, "b");
      transaction.createEdge("R", a.id(), b.id(), Map.of("x", 1L));
      transaction.createEdge("LOOP", a.id(), a.id(), Map.of());
      database.commit(transaction);
    }
    try (Database database = open()) {
      GraphAccess graph = database.begin();
      Node a = graph.titled("a");
      assertThat(graph.edgesOf(a.id())).extracting(Edge::type).containsExactly("R", "LOOP");
      assertThatThrownBy(() -> graph.deleteNode(a.id())).hasMessageContaining("relationships");
      graph.edgesOf(a.id()).forEach(edge -> graph.deleteEdge(edge.id()));
      graph.deleteNode(a.id());
      assertThat(graph.edges()).isEmpty();
      assertThat(graph.nodes()).extracting(Node::title).containsExactly("b");
    }
  }
}
