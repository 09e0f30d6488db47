package org.datxa.bridge.clickhouse.internal.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.bridge.clickhouse.internal.http.Answer;
import org.datxa.bridge.clickhouse.internal.payload.Chunk;
import org.datxa.bridge.clickhouse.internal.payload.ChunkCutter;
import org.datxa.bridge.clickhouse.internal.payload.RowBatch;
import org.datxa.bridge.clickhouse.internal.payload.Structure;
import org.datxa.bridge.clickhouse.internal.payload.Target;
import org.datxa.bridge.clickhouse.internal.payload.Work;
import org.datxa.bridge.clickhouse.internal.payload.WorkFormat;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.bridge.clickhouse.internal.table.TableShape;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Staged;
import org.datxa.spi.Stamp;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** Turns the buffered rows of one branch into staged work. Used once. */
final class Stager {
  private static final byte[] NOTHING = new byte[0];

  private final ServerAccess server;
  private final TableCatalog catalog;
  private final Stamp stamp;
  private final List<Target> targets = new ArrayList<>();
  private final List<Structure> structures = new ArrayList<>();
  private final List<Chunk> chunks = new ArrayList<>();

  Stager(ServerAccess server, TableCatalog catalog, Stamp stamp) {
    this.server = server;
    this.catalog = catalog;
    this.stamp = stamp;
  }

  Staged stage(List<RowBatch> batches) throws StoreException {
    ServerAccess.Identity identity = server.identity();
    Map<TableName, List<RowBatch>> byTable = new LinkedHashMap<>();
    for (RowBatch batch : batches) {
      byTable.computeIfAbsent(batch.shape().name(), name -> new ArrayList<>()).add(batch);
    }
    for (List<RowBatch> table : byTable.values()) {
      stageTable(table, identity.uuid());
    }
    Work work = new Work(targets, structures, chunks);
    return new Staged(WorkFormat.write(work), chunks.size(), identity.clockMillis());
  }

  private void stageTable(List<RowBatch> batches, String serverUuid) throws StoreException {
    TableShape shape = catalog.unchanged(batches.get(0).shape());
    for (RowBatch batch : batches) {
      requireSame(shape, batch.shape());
    }
    StoreSettings settings = server.settings();
    ChunkCutter cutter =
        new ChunkCutter(targets.size(), settings.chunkRows(), settings.chunkBytes());
    targets.add(Target.of(shape, serverUuid));
    for (RowBatch batch : batches) {
      cut(batch, cutter);
    }
    requireCountable(shape, cutter);
    chunks.addAll(cutter.chunks());
  }

  private void requireSame(TableShape now, TableShape encoded) throws StoreException {
    if (!now.equals(encoded)) {
      throw refused(ErrorKind.TRANSIENT, "table " + now.name() + " was changed; run again");
    }
  }

  private void requireCountable(TableShape shape, ChunkCutter cutter) throws StoreException {
    // H6: with rows that vanish, a count cannot tell one chunk of a partition from another.
    if (shape.losesRows() && !shape.isReplacing() && cutter.repeatsPartition()) {
      throw refused(
          ErrorKind.PERMANENT,
          "table "
              + shape.name()
              + " has a TTL or merges rows, so a transaction may bring each of its partitions"
              + " one chunk only; use smaller transactions or raise max_chunk_rows and"
              + " max_chunk_bytes");
    }
  }

  private void cut(RowBatch batch, ChunkCutter cutter) throws StoreException {
    StageQuery query = new StageQuery(batch);
    int structure = structure(query.structure());
    if (query.isNeedless()) {
      for (int row = 0; row < batch.rows(); row++) {
        cutter.add(structure, "all", batch.row(row), NOTHING);
      }
      return;
    }
    int from = 0;
    while (from < batch.rows()) {
      int to = batch.fitting(from, server.settings().chunkBytes());
      ask(query, batch, from, to, structure, cutter);
      from = to;
    }
  }

  private void ask(
      StageQuery query, RowBatch batch, int from, int to, int structure, ChunkCutter cutter)
      throws StoreException {
    String sql = query.sql(batch.rows(from, to), stamp);
    Map<String, String> limits = Statements.limits(server.settings(), sql.length());
    limits.put("max_block_size", Integer.toString(to - from + 1));
    Answer answer = new Answer(server.channel().ask(sql, limits));
    for (int row = from; row < to; row++) {
      String partition = answer.text();
      byte[] computed = answer.next();
      String violated = answer.text();
      if (!violated.isEmpty()) {
        String check = query.checks().get(Integer.parseInt(violated));
        throw refused(
            ErrorKind.CONSTRAINT,
            "a row breaks the constraint CHECK " + check + " of " + batch.shape().name());
      }
      cutter.add(structure, partition, batch.row(row), computed);
    }
  }

  private int structure(Structure structure) {
    int index = structures.indexOf(structure);
    if (index >= 0) {
      return index;
    }
    structures.add(structure);
    return structures.size() - 1;
  }

  private StoreRefused refused(ErrorKind kind, String message) {
    return new StoreRefused(server.store(), kind, message, null);
  }
}
