/** Runs programs of the protocol on real stores: threads, deadlines, clocks and replies. */
package org.datxa.internal.runner;
