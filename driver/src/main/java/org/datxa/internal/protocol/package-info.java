/**
 * The protocol as programs without I/O. A program names effects and is given their replies, unknown
 * among them; nothing here knows time, threads or stores. The runner performs the effects on real
 * stores, a simulator on models of them.
 */
package org.datxa.internal.protocol;
