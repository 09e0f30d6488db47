/**
 * The contract between the engine and a store: identities, branches, the two kinds of store,
 * evidence and decisions. It uses types of the JDK only. SPEC.md in this module numbers the rules;
 * the documentation of each type names the rules it rests on.
 */
package org.datxa.spi;
