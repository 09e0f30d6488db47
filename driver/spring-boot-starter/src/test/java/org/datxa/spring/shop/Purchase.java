package org.datxa.spring.shop;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** An aggregate of Spring Data JDBC. */
@Table("purchase")
public record Purchase(@Id Long id, String note) {}
