package org.datxa.demo;

import java.time.LocalDate;

/**
 * A row of a store, reduced to what has to agree.
 *
 * @param text all its values
 * @param cents its amount
 * @param month the month it belongs to, if it has one
 */
record Row(String text, long cents, String month) {
  /**
   * What a line is known by.
   *
   * @param order the order
   * @param number its number in the order
   * @param shipped when it is shipped
   */
  record LineKey(long order, int number, LocalDate shipped) {}

  static Row customer(long key, long balance) {
    return new Row("customer " + key + " balance " + balance, balance, "");
  }

  static Row order(long key, long customer, LocalDate date, long total) {
    return new Row(
        "order " + key + " of " + customer + " on " + date + " total " + total, total, "");
  }

  static Row line(LineKey key, long quantity, long price, long discount, long tax) {
    String text =
        String.format(
            "line %d.%d shipped %s quantity %d price %d discount %d tax %d",
            key.order(), key.number(), key.shipped(), quantity, price, discount, tax);
    return new Row(text, price, key.shipped().toString().substring(0, 7));
  }

  /** That a customer placed an order. */
  static Row placed(long customer, long order, long total) {
    return new Row("customer " + customer + " placed order " + order + " of " + total, total, "");
  }

  /** That an order holds a part. */
  static Row part(long order, long number, long part, long quantity) {
    return new Row(
        String.format("order %d.%d holds part %d, %d of them", order, number, part, quantity),
        0,
        "");
  }
}
