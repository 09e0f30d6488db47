package org.datxa.crash.matrix;

/** What happens at the point. */
enum Happening {
  /** SIGKILL of the coordinator's process while it stands still there. */
  KILL,
  /** SIGSTOP of the coordinator's process, recovery by another, SIGCONT, and the twin goes on. */
  TWIN,
  /** SIGKILL of the server of the place, and its restart. */
  SERVER,
  /** The answer of the step is lost: before, and it has no effect; after, and it has. */
  LOST
}
