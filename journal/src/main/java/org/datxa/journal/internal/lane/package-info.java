/** Waiting: for a turn in a line of writes, for a while, until a deadline. */
package org.datxa.journal.internal.lane;
