package org.datxa.spring.shop;

/**
 * An event of the application.
 *
 * @param purchase what was sold
 */
public record Sold(String purchase) {}
