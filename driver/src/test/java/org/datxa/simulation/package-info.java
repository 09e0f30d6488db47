/**
 * The commit protocol on models of the journal and the stores, in random order, with lost answers,
 * crashes and returning zombies.
 */
package org.datxa.simulation;
