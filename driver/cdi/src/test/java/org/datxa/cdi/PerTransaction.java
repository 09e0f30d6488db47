package org.datxa.cdi;

import jakarta.annotation.PreDestroy;
import jakarta.transaction.TransactionScoped;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One for each transaction. */
@TransactionScoped
public class PerTransaction implements Serializable {
  static final List<String> ENDED = new ArrayList<>();
  private static final long serialVersionUID = 1L;

  private final String id = UUID.randomUUID().toString();

  String id() {
    return id;
  }

  @PreDestroy
  void end() {
    ENDED.add(id);
  }
}
