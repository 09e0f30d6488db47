package org.datxa.spring.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/** An entity of Hibernate's that is written in batches. */
@Entity
public class Label {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE)
  Long id;

  String text;

  protected Label() {}

  public Label(String text) {
    this.text = text;
  }
}
