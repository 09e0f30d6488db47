package org.datxa.lab;

import org.datxa.lab.drevo.graph.Behaviour;

/** One way to have a drevo server. */
interface DrevoHost extends AutoCloseable {

  String host();

  int boltPort();

  /** The address of its HTTP interface, without a path. */
  String httpUrl();

  String user();

  String password();

  /** Whether it has the lab's fault switch and log. */
  boolean isOurs();

  void kill();

  void pause();

  void resume();

  void restart(Behaviour behaviour);

  @Override
  void close();
}
