/**
 * The one table layout of both journals: names, statements that both engines understand, and how a
 * record becomes a row and comes back.
 */
package org.datxa.journal.internal.sql;
