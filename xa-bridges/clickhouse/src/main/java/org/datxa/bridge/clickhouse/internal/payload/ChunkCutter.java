package org.datxa.bridge.clickhouse.internal.payload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.datxa.bridge.clickhouse.internal.type.RowBuffer;

/**
 * Cuts the rows of one table into chunks of one partition each. Chunks of one partition keep the
 * order of its rows. Rule H1.
 */
public final class ChunkCutter {
  private final int target;
  private final int maxRows;
  private final int maxBytes;
  private final Map<String, Open> open = new LinkedHashMap<>();
  private final List<Open> all = new ArrayList<>();

  /**
   * A cutter.
   *
   * @param target the number of the table
   * @param maxRows how many rows a chunk may have
   * @param maxBytes how many bytes a chunk may have, unless one row alone has more
   */
  public ChunkCutter(int target, int maxRows, int maxBytes) {
    this.target = target;
    this.maxRows = maxRows;
    this.maxBytes = maxBytes;
  }

  /**
   * Adds a row.
   *
   * @param structure the number of its structure
   * @param partition its partition
   * @param given the columns that were given
   * @param computed the columns that the server computed
   */
  public void add(int structure, String partition, byte[] given, byte[] computed) {
    Open chunk = open.get(partition);
    int more = given.length + computed.length;
    if (chunk == null || !chunk.takes(structure, more)) {
      chunk = new Open(structure, partition);
      open.put(partition, chunk);
      all.add(chunk);
    }
    chunk.data.write(given);
    chunk.data.write(computed);
    chunk.rows++;
  }

  /**
   * The chunks.
   *
   * @return in the order in which they were opened
   */
  public List<Chunk> chunks() {
    return all.stream().map(Open::close).collect(Collectors.toList());
  }

  /**
   * Whether some partition has more than one chunk.
   *
   * @return true if so
   */
  public boolean repeatsPartition() {
    return all.size() > open.size();
  }

  private final class Open {
    private final int structure;
    private final String partition;
    private final RowBuffer data = new RowBuffer();
    private int rows;

    private Open(int structure, String partition) {
      this.structure = structure;
      this.partition = partition;
    }

    private boolean takes(int otherStructure, int more) {
      return structure == otherStructure && rows < maxRows && data.size() + more <= maxBytes;
    }

    private Chunk close() {
      return new Chunk(target, structure, partition, rows, data.toBytes());
    }
  }
}
