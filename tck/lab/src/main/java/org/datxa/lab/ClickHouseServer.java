package org.datxa.lab;

/** One way to have a ClickHouse server. */
interface ClickHouseServer extends AutoCloseable {

  /** The address of its HTTP interface, without a path. */
  String url();

  String user();

  String password();

  /** Whether it has the lab's fault switch and log. */
  boolean isOurs();

  void kill();

  void pause();

  void resume();

  void restart();

  @Override
  void close();
}
