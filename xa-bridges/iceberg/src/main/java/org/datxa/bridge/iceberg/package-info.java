/**
 * Iceberg as a post-decision store: files are staged before the decision and committed to their
 * tables after it, once, by whoever finishes the meta-transaction.
 */
package org.datxa.bridge.iceberg;
