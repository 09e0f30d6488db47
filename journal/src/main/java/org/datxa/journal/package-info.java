/**
 * What is written down of a meta-transaction and how it may change: the record, its states as a
 * transition table, and the journal that keeps them. Rules J1 to J10 of SPEC.md in the module spi.
 */
package org.datxa.journal;
