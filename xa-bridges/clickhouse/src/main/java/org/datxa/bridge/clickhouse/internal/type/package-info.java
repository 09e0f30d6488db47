/** Column types and how their values become RowBinary, with every range checked. */
package org.datxa.bridge.clickhouse.internal.type;
