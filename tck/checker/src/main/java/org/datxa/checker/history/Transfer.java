package org.datxa.checker.history;

import org.datxa.checker.Answer;

/**
 * Money that was moved, or was to be.
 *
 * @param id its number, also in the ledgers
 * @param from the account it leaves, as {@code store.account}
 * @param to the account it comes to
 * @param amount how much
 * @param answer what whoever moved it was told
 */
public record Transfer(String id, String from, String to, long amount, Answer answer) {}
