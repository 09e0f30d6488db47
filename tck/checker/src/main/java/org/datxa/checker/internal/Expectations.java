package org.datxa.checker.internal;

import java.util.function.Predicate;

/**
 * What may be expected of a deployment.
 *
 * @param marked whether a store keeps markers and stands in records
 * @param twoPhase whether a store can prepare
 * @param running whether somebody is still at work
 * @param unswept whether staged files may be left of what nobody answered for
 */
public record Expectations(
    Predicate<String> marked, Predicate<String> twoPhase, boolean running, boolean unswept) {}
