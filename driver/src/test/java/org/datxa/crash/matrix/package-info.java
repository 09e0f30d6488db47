/**
 * The crash matrix: every step of the protocol, before and after it, in every store and journal, by
 * every way in, with everything that can happen there, on real stores. What is left is judged from
 * outside.
 */
package org.datxa.crash.matrix;
