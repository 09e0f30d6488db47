package org.datxa.spring.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;

/** An entity of Hibernate's with an identity column and large objects. */
@Entity
public class Product {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  Long id;

  String name;
  @Lob byte[] picture;
  @Lob String manual;

  protected Product() {}

  public Product(String name, byte[] picture, String manual) {
    this.name = name;
    this.picture = picture.clone();
    this.manual = manual;
  }

  public byte[] picture() {
    return picture.clone();
  }

  public String manual() {
    return manual;
  }

  public void rename(String changed) {
    name = changed;
  }
}
