package org.datxa.lab;

/**
 * A message that the lab's drevo server has received.
 *
 * @param number its place since the start of the server
 * @param connection the number of its connection
 * @param text the message, such as {@code RUN db=drevo tx=0 RETURN $x {x: 1}}; a long one is cut
 * @param outcome {@code running}, {@code ok}, {@code ignored}, {@code dropped} or an error's code
 */
public record LabMessage(long number, long connection, String text, String outcome) {}
