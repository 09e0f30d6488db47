package org.datxa.lab;

/** One way to have a PostgreSQL server. */
interface PostgresServer extends AutoCloseable {

  /** The JDBC address up to and without the slash before the database. */
  String base();

  /** What follows the database in the JDBC address: empty, or a question mark and parameters. */
  String parameters();

  String user();

  String password();

  void kill();

  void restart();

  @Override
  void close();
}
