/** Just enough SQL: tokens, kinds of statements, INSERT with values, quoting. */
package org.datxa.bridge.clickhouse.internal.sql;
