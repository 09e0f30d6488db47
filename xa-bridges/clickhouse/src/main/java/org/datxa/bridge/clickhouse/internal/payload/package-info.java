/** Staged rows as bytes. */
package org.datxa.bridge.clickhouse.internal.payload;
