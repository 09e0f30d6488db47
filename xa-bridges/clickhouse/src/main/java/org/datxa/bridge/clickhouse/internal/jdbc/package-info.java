/** The data source that an application uses. */
package org.datxa.bridge.clickhouse.internal.jdbc;
