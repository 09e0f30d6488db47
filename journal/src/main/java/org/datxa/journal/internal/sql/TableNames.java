package org.datxa.journal.internal.sql;

/**
 * Where the journal's tables are.
 *
 * @param schema the schema
 * @param table the table of records
 */
public record TableNames(Identifier schema, Identifier table) {
  /** What the name of the small table beside it ends with. */
  public static final String META = "_meta";

  /** What the name of the watermark's sequence ends with. */
  public static final String WATERMARK = "_watermark";

  /**
   * The table of records.
   *
   * @return its quoted and qualified name
   */
  public String records() {
    return schema.quoted() + '.' + table.quoted();
  }

  /**
   * The table of what is not a record.
   *
   * @return its quoted and qualified name
   */
  public String meta() {
    return schema.quoted() + '.' + table.quoted(META);
  }

  /**
   * The sequence that holds the watermark.
   *
   * @return its quoted and qualified name
   */
  public String watermark() {
    return schema.quoted() + '.' + table.quoted(WATERMARK);
  }

  /**
   * An index of the table of records.
   *
   * @param suffix what it is for
   * @return its quoted name
   */
  public String index(String suffix) {
    return table.quoted(suffix);
  }
}
