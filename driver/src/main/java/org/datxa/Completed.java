package org.datxa;

/**
 * The result of a unit of work given as a function.
 *
 * @param value what the function gave back
 * @param commit how it was committed
 * @param <T> the type of the value
 */
public record Completed<T>(T value, Commit commit) {}
