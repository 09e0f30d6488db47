/**
 * What a commit costs, as ratios measured in one run on one machine. Begin with {@link
 * org.datxa.bench.CommitBench}.
 */
package org.datxa.bench;
