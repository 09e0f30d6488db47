package org.datxa.checker;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One transaction that somebody tried.
 *
 * @param key what the reader of a violation knows it by
 * @param datTxn its {@code dat_txn}; empty when it is not known
 * @param answer what was answered
 * @param rows what it inserted: by name of the store, then by the row's key, the columns that are
 *     expected. A store that is not named was not written; one that is named without rows was
 *     written elsewhere than in the table that is looked at
 */
public record Attempt(
    String key, String datTxn, Answer answer, Map<String, Map<Object, Map<String, Object>>> rows) {
  /**
   * Keeps a copy of the rows.
   *
   * @param key its name
   * @param datTxn its {@code dat_txn}, empty or null when unknown
   * @param answer the answer
   * @param rows the rows
   */
  public Attempt {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(answer, "answer");
    datTxn = datTxn == null ? "" : datTxn;
    rows = copy(rows);
  }

  private static Map<String, Map<Object, Map<String, Object>>> copy(
      Map<String, Map<Object, Map<String, Object>>> rows) {
    Map<String, Map<Object, Map<String, Object>>> copy = new LinkedHashMap<>();
    rows.forEach(
        (store, ids) -> {
          Map<Object, Map<String, Object>> of = new LinkedHashMap<>();
          ids.forEach(
              (id, columns) ->
                  of.put(id, Collections.unmodifiableMap(new LinkedHashMap<>(columns))));
          copy.put(store, Collections.unmodifiableMap(of));
        });
    return Collections.unmodifiableMap(copy);
  }
}
