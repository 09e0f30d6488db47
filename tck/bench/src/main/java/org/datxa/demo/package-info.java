/**
 * A demonstration that can fail: TPC-H orders go into PostgreSQL, drevo, ClickHouse and Iceberg in
 * one transaction each batch, while the process that loads them is killed; then all four are
 * compared with what TPC-H says. Begin with {@link org.datxa.demo.Demo}.
 */
package org.datxa.demo;
