package org.datxa.crash.matrix;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
import org.apache.iceberg.data.GenericRecord;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.RecoveryReport;
import org.datxa.UnitOfWork;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.iceberg.DatXaTable;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.HeuristicOutcome;
import org.datxa.spi.error.InDoubt;

/** The deployments of one process, and the runs in it. */
final class Host implements AutoCloseable {
  private static final long PAUSE_MILLIS = 200;
  private static final int ADMINISTRATOR = 3;

  private final Map<String, Opened> sites = new ConcurrentHashMap<>();
  private final Map<String, Attempted> runs = new ConcurrentHashMap<>();
  private final Narayana narayana;

  private record Opened(DatXA datxa, Neighbour neighbour, Strangers strangers) {}

  /**
   * @param log the folder of the manager's log; null for a process without a manager
   */
  Host(Path log) throws Exception {
    this.narayana = log == null ? null : new Narayana(log);
  }

  /** Opens a deployment; keys that begin with {@code test.} are the test's own. */
  void open(String name, Properties all) {
    DatXaBuilder builder =
        DatXA.builder()
            .aroundJournal(it -> TappedJournal.around(it, all.getProperty("test.forgotten", "")))
            .resources(NamedXa::new)
            .operatorListener(event -> Lines.say("EVENT " + name + " " + event));
    all.stringPropertyNames().stream()
        .filter(key -> !key.startsWith("test."))
        .forEach(key -> builder.set(key, all.getProperty(key)));
    if (narayana != null) {
      builder.transactionManager(narayana.manager());
    }
    DatXA datxa = builder.start();
    Neighbour neighbour = new Neighbour(name, all.getProperty("test.other"));
    if (narayana != null) {
      narayana.register(datxa);
      narayana.register(neighbour);
    }
    sites.put(name, new Opened(datxa, neighbour, new Strangers(all)));
  }

  boolean has(String site) {
    return sites.containsKey(site);
  }

  /** Starts a run in a thread of its own. */
  void run(Order order) {
    Attempted run = new Attempted(order.id(), order.cell(), order.graph());
    runs.put(order.id(), run);
    Thread thread = new Thread(() -> attempt(order, run), "run-" + order.id());
    thread.setDaemon(true);
    thread.start();
  }

  /** Lets all go on that stand still. */
  void goOn() {
    runs.values().forEach(Attempted::goOn);
  }

  private void attempt(Order order, Attempted run) {
    Points.enter(run);
    try {
      Opened site = sites.get(order.cell().site());
      String answer = order.cell().way() == Way.UNIT ? unit(site, order) : managed(site, order);
      run.say("ANSWERED", answer);
      if (order.cell().step() == Step.JOURNAL_COMPACT) {
        Thread.sleep(Site.KEEP_MILLIS + PAUSE_MILLIS);
        site.datxa().compact();
      }
      run.say("ENDED", answer);
    } catch (Throwable e) {
      run.say("ENDED", "ABORTED at work: " + e);
    } finally {
      Points.leave();
    }
  }

  private String unit(Opened site, Order order) throws Exception {
    try (UnitOfWork unit = site.datxa().begin()) {
      write(site, order);
      return unit(unit);
    }
  }

  private static String unit(UnitOfWork unit) {
    try {
      Commit commit = unit.commit();
      return commit.isPending() ? "PENDING " + commit.pending() : "COMMITTED";
    } catch (Aborted e) {
      return "ABORTED " + e.getMessage();
    } catch (InDoubt e) {
      return "IN_DOUBT " + e.getMessage();
    } catch (HeuristicOutcome e) {
      return "HEURISTIC " + e.getMessage();
    }
  }

  private String managed(Opened site, Order order) throws Exception {
    TransactionManager manager = narayana.manager();
    manager.begin();
    try {
      write(site, order);
      if (order.cell().way().hasOther()) {
        site.neighbour().insert(manager, order.key(), order.cell().step().isAborting());
      }
    } catch (Exception e) {
      manager.rollback();
      throw e;
    }
    try {
      manager.commit();
      return "COMMITTED";
    } catch (RollbackException e) {
      return "ABORTED " + e;
    } catch (HeuristicMixedException | HeuristicRollbackException e) {
      return "HEURISTIC " + e;
    } catch (Exception e) {
      return "IN_DOUBT " + e;
    }
  }

  private static void write(Opened site, Order order) throws Exception {
    for (String store : order.stores()) {
      write(site.datxa(), store, order.key());
    }
    if (order.isConflicting()) {
      site.strangers().commitIn(order.lastGraph());
    }
  }

  private static void write(DatXA datxa, String store, long key) throws Exception {
    switch (Place.of(store)) {
      case PG -> insert(datxa, store, "INSERT INTO item VALUES (?, ?)", key);
      case CH -> insert(datxa, store, "INSERT INTO fact (id, note) VALUES (?, ?)", key);
      case GRAPH ->
          datxa
              .facade(store, DrevoSession.class)
              .run(
                  "CREATE (:Item {id: $id, title: $title, note: $note})",
                  Map.of("id", key, "title", "item " + key, "note", note(key)));
      default -> append(datxa.facade(store, IcebergTables.class).table("shop.line"), key);
    }
  }

  static String note(long key) {
    return "note of " + key;
  }

  private static void insert(DatXA datxa, String store, String sql, long key) throws Exception {
    try (Connection connection = datxa.dataSource(store).getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, key);
      statement.setString(2, note(key));
      statement.executeUpdate();
    }
  }

  private static void append(DatXaTable table, long key) {
    GenericRecord row = GenericRecord.create(table.asIcebergTable().schema());
    row.setField("id", key);
    row.setField("note", note(key));
    table.append(row);
  }

  /**
   * Recovers until nothing is left to do.
   *
   * @param doubts how many one-phase commits were not answered. The manager keeps a record of each
   *     although it decided nothing, and nobody lists anything for it (rule X2): an administrator
   *     removes it
   * @return what is left; empty when nothing is
   */
  List<String> recover(long limitMillis, int doubts) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
    for (int pass = 1; true; pass++) {
      List<String> left = new ArrayList<>();
      if (narayana != null && isListed(left)) {
        narayana.scan();
        left.clear();
        isListed(left);
        if (pass >= ADMINISTRATOR && left.size() <= doubts) {
          narayana.discard(left);
          left.clear();
        }
      }
      sites.forEach((name, site) -> recover(name, site, left));
      if (left.isEmpty() || System.nanoTime() > end) {
        return left;
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private static void recover(String name, Opened site, List<String> left) {
    RecoveryReport report = site.datxa().recover();
    if (!report.isClean()) {
      left.add(name + " " + report);
    }
  }

  private boolean isListed(List<String> left) {
    left.addAll(narayana.records());
    sites.forEach(
        (name, site) -> {
          try {
            for (XAResource resource : site.datxa().recoveryResources()) {
              int listed = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length;
              if (listed > 0) {
                left.add(name + " lists " + listed);
              }
            }
            if (site.neighbour().listed() > 0) {
              left.add(name + ": the other database lists some");
            }
          } catch (Exception e) {
            left.add(name + " lists nothing: " + e);
          }
        });
    return !left.isEmpty();
  }

  @Override
  public void close() {
    sites.values().forEach(it -> it.datxa().close());
    sites.values().forEach(it -> it.neighbour().close());
  }
}
