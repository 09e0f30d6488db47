package org.datxa.jta.contract;

import org.datxa.DatXA;
import org.datxa.lab.Lab;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/** A ClickHouse store. */
final class ClickHousePart extends StorePart {
  private boolean away;

  ClickHousePart(String store) {
    super(store);
  }

  @Override
  void configure(TestDeployment into, LabProxy proxy) {
    lab = into.clickHouse(store);
  }

  @Override
  void write(DatXA datxa, long id) throws Exception {
    TestDeployment.fact(datxa, store, id);
  }

  @Override
  void read(DatXA datxa) throws Exception {
    datxa.dataSource(store).getConnection().close();
  }

  @Override
  boolean has(long id) {
    String sql = "SELECT count() FROM " + table("fact") + " WHERE id = " + id;
    return Lab.shared().clickHouse().query(sql).get(0).equals("1");
  }

  private String table(String name) {
    return lab.database(store) + "." + name;
  }

  @Override
  void doomAfter() {
    rename("fact", "fact_away");
    away = true;
  }

  @Override
  void heal() {
    if (away) {
      rename("fact_away", "fact");
      away = false;
    }
  }

  private void rename(String from, String to) {
    Lab.shared().clickHouse().execute("RENAME TABLE " + table(from) + " TO " + table(to));
  }
}
