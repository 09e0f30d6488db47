package org.datxa.checker.internal;

import java.util.List;
import java.util.Map;
import org.datxa.checker.Violation;

/**
 * What a store holds.
 *
 * @param rows the rows; empty when they could not be read, which the faults then say
 * @param readable whether the rows could be read
 * @param markers the applied markers and tombstones
 * @param prepared the names of what is prepared
 * @param staged staged files that no retained snapshot names
 * @param faults what is wrong by itself, whoever did it
 */
public record StoreSeen(
    List<Row> rows,
    boolean readable,
    List<Mark> markers,
    List<String> prepared,
    List<StagedFile> staged,
    List<Violation> faults) {

  /**
   * A row.
   *
   * @param id its key as {@link Values} writes it
   * @param columns its columns as {@link Values} writes them
   */
  public record Row(String id, Map<String, String> columns) {}

  /**
   * A marker.
   *
   * @param datTxn whose
   * @param time its time; not above zero for a tombstone
   */
  public record Mark(String datTxn, long time) {
    boolean isTombstone() {
      return time <= 0;
    }
  }

  /**
   * A staged file.
   *
   * @param datTxn whose; from its path
   * @param path where
   */
  public record StagedFile(String datTxn, String path) {}

  static StoreSeen of(List<Row> rows, List<Mark> markers, List<String> prepared) {
    return new StoreSeen(rows, true, markers, prepared, List.of(), List.of());
  }
}
