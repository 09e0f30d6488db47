package org.datxa.lab.drevo.cypher;

/** The language. */
public final class Cypher {

  private Cypher() {}

  /**
   * Reads a statement.
   *
   * @param text its text
   * @return the statement
   * @throws org.datxa.lab.drevo.graph.DrevoFailure when it is no statement, names what does not
   *     exist, or uses what is not supported; with drevo's code for it
   */
  public static Statement parse(String text) {
    return new QueryParser(new Tokens(text)).statement();
  }
}
