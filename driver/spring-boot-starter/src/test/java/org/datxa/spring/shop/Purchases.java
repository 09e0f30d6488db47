package org.datxa.spring.shop;

import org.springframework.data.repository.CrudRepository;

/** A repository of Spring Data JDBC. */
public interface Purchases extends CrudRepository<Purchase, Long> {}
