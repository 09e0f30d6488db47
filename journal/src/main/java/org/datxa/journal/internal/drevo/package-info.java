/**
 * The journal in a drevo graph: one node per meta-transaction, and one that holds what is not a
 * record.
 */
package org.datxa.journal.internal.drevo;
