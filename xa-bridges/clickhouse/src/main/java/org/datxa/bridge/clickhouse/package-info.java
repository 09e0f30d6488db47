/** The ClickHouse store: rows buffered in the transaction, inserted after the decision. */
package org.datxa.bridge.clickhouse;
