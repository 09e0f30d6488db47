/**
 * Real systems for tests, the demonstration and the benchmarks: servers that are processes of their
 * own, can be killed and started again on the same data, and end with the process that started
 * them.
 */
package org.datxa.lab;
