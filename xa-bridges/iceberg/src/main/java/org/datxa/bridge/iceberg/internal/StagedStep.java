package org.datxa.bridge.iceberg.internal;

/** One step of what a meta-transaction does to one table; steps are applied in their order. */
sealed interface StagedStep permits StagedRows, StagedOperation {
  /** Whether it only adds to the main branch and so cannot conflict with anybody. */
  boolean plainAppend();
}
