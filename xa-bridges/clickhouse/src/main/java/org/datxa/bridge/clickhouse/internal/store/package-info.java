/** The store and its branches: stage, apply, probe, mark. */
package org.datxa.bridge.clickhouse.internal.store;
