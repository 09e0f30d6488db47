/** The graph of the drevo stand-in: snapshots, transactions, the log. */
package org.datxa.lab.drevo.graph;
