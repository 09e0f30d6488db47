package org.datxa.lab.drevo.pack;

import java.util.List;

/**
 * A tagged group of values: a message, a node, a date and the like.
 *
 * @param tag the byte that says what it is, 0 to 255
 * @param fields the values
 */
public record Structure(int tag, List<Object> fields) {}
