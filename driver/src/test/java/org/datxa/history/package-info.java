/** Concurrent transactions of several processes, and what they saw of one another. */
package org.datxa.history;
