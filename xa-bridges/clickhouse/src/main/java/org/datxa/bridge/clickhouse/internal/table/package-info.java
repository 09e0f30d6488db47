/** What a target table looks like, and which tables can be targets. */
package org.datxa.bridge.clickhouse.internal.table;
