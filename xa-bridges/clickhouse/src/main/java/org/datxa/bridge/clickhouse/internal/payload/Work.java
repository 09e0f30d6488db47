package org.datxa.bridge.clickhouse.internal.payload;

import java.util.List;

/**
 * What a branch wants inserted.
 *
 * @param targets the tables
 * @param structures the columns that occur
 * @param chunks the steps, in order
 */
public record Work(List<Target> targets, List<Structure> structures, List<Chunk> chunks) {
  /** Copies the lists. */
  public Work {
    targets = List.copyOf(targets);
    structures = List.copyOf(structures);
    chunks = List.copyOf(chunks);
  }

  /**
   * The table of a chunk.
   *
   * @param chunk the chunk
   * @return its target
   */
  public Target targetOf(Chunk chunk) {
    return targets.get(chunk.target());
  }

  /**
   * The columns of a chunk.
   *
   * @param chunk the chunk
   * @return its structure
   */
  public Structure structureOf(Chunk chunk) {
    return structures.get(chunk.structure());
  }
}
