/**
 * A second opinion: looks into stores and journal through their own clients, knows nothing of the
 * engine, and says what is not as it was promised.
 */
package org.datxa.checker;
