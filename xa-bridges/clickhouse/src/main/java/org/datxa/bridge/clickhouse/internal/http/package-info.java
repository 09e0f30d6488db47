/** One request, one answer: the HTTP interface without hidden retries. */
package org.datxa.bridge.clickhouse.internal.http;
