package org.datxa.crash;

import com.arjuna.ats.jta.TransactionManager;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.iceberg.data.GenericRecord;
import org.datxa.DatXA;
import org.datxa.UnitOfWork;
import org.datxa.bridge.iceberg.DatXaTable;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.spi.error.Aborted;
import org.datxa.stores.TestDeployment;

/**
 * A process that writes row 1 to all four stores in one transaction, and may be killed doing it.
 */
public final class CrashWorker {
  private CrashWorker() {}

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      properties.load(reader);
    }
    jakarta.transaction.TransactionManager manager = TransactionManager.transactionManager();
    try (DatXA datxa = DatXA.builder().properties(properties).transactionManager(manager).start()) {
      System.out.println(Standstill.READY);
      Standstill.awaitLine();
      if (arguments[1].equals("jta")) {
        manager.begin();
        write(datxa);
        manager.commit();
      } else {
        try (UnitOfWork unit = datxa.begin()) {
          write(datxa);
          unit.commit();
        } catch (Aborted e) {
          System.out.println("ABORTED");
          return;
        }
      }
      System.out.println("COMMITTED");
    }
  }

  private static void write(DatXA datxa) throws Exception {
    TestDeployment.insert(datxa, "pg", 1);
    TestDeployment.node(datxa, "graph", 1);
    TestDeployment.fact(datxa, "ch", 1);
    DatXaTable table = datxa.facade("lake", IcebergTables.class).table("shop.line");
    GenericRecord row = GenericRecord.create(table.asIcebergTable().schema());
    row.setField("id", 1L);
    row.setField("note", "x");
    table.append(row);
  }
}
