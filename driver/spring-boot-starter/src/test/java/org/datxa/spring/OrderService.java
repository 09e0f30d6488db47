package org.datxa.spring;

import javax.sql.DataSource;
import org.apache.iceberg.data.Record;
import org.datxa.bridge.iceberg.IcebergTables;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The example of the README. */
// readme: service
@Service
class OrderService {
  private final JdbcClient shop; // on the primary DataSource
  private final JdbcTemplate facts;
  private final IcebergTables lake;

  OrderService(JdbcClient shop, @Qualifier("facts") DataSource facts, IcebergTables lake) {
    this.shop = shop;
    this.facts = new JdbcTemplate(facts);
    this.lake = lake;
  }

  @Transactional(timeout = 30)
  public void place(long id, Record line) {
    shop.sql("INSERT INTO purchase (id, note) VALUES (?, ?)").params(id, "order " + id).update();
    facts.update("INSERT INTO fact (id, note) VALUES (?, ?)", id, "placed");
    lake.table("shop.line").append(line);
  }

  @Transactional(readOnly = true)
  public long placed(long id) {
    return shop.sql("SELECT count(*) FROM purchase WHERE id = ?")
        .param(id)
        .query(Long.class)
        .single();
  }
}
// readme: end
