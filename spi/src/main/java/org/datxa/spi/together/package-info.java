/**
 * For stores and journals that bring what several callers want into one write: who leads, what goes
 * together, and who hears what. State machines without threads, time or I/O.
 */
package org.datxa.spi.together;
