package org.datxa;

import java.util.Optional;
import java.util.UUID;

/**
 * Something that an operator should know.
 *
 * @param number the number under which it is logged; it never changes its meaning
 * @param name the name of its kind
 * @param datTxn the meta-transaction, if it is about one
 * @param store the store, if it is about one
 * @param detail what was found and what to do next
 */
public record OperatorEvent(
    int number, String name, Optional<UUID> datTxn, Optional<String> store, String detail) {}
