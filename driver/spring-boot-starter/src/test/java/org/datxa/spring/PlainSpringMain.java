package org.datxa.spring;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** A process with the README's example: one transaction that commits, and one that does not. */
public final class PlainSpringMain {
  /** What takes part in the transactions. */
  static class Purchases {
    private final JdbcTemplate shop;

    Purchases(DataSource shop) {
      this.shop = new JdbcTemplate(shop);
    }

    /** Writes a row, and fails when it is told to. */
    @Transactional
    public void buy(String note, boolean fails) {
      shop.update("INSERT INTO purchase (note) VALUES (?)", note);
      if (fails) {
        throw new IllegalStateException("It was to fail.");
      }
    }

    /** A row that is written where only reading was declared. */
    @Transactional(readOnly = true)
    public void look() {
      shop.update("INSERT INTO purchase (note) VALUES ('never')");
    }

    /** The notes in the shop. */
    @Transactional(readOnly = true)
    public String notes() {
      return String.join(
          " ", shop.queryForList("SELECT note FROM purchase ORDER BY id", String.class));
    }
  }

  private PlainSpringMain() {}

  public static void main(String[] arguments) throws Exception {
    arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("plain");
    Properties settings = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      settings.load(reader);
    }
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean("settings", Properties.class, () -> settings);
      context.register(PlainSpring.class, Purchases.class);
      context.refresh();
      work(context.getBean(Purchases.class));
    }
    System.out.println("CLOSED");
    System.exit(0);
  }

  private static void work(Purchases purchases) {
    purchases.buy("bought", false);
    refused(() -> purchases.buy("lost", true));
    refused(purchases::look);
    System.out.println("NOTES " + purchases.notes());
  }

  private static void refused(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      System.out.println("REFUSED " + e.getMessage());
      return;
    }
    throw new IllegalStateException("It was not refused.");
  }
}
