/** The journal in a PostgreSQL database. */
package org.datxa.journal.internal.postgresql;
