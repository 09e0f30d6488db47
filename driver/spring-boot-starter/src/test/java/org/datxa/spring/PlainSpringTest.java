package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.datxa.lab.LabProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spring without Boot, in a process of its own, since Narayana is one for each process. */
class PlainSpringTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @Test
  void declaredTransactionsReachTheStores() throws IOException {
    Properties settings = new Properties();
    new ShopLab()
        .postgres("shop")
        .set("datxa.journal", "store:shop")
        .properties()
        .forEach(
            (key, value) -> {
              if (key.startsWith("datxa.") && !key.contains("interval-ms")) {
                settings.setProperty(key.substring("datxa.".length()), value.toString());
              }
            });
    Path file = folder.resolve("shop.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      settings.store(writer, null);
    }
    try (LabProcess process =
        LabProcess.builder(PlainSpringMain.class)
            .jvmOptions("-DObjectStoreEnvironmentBean.objectStoreDir=" + folder.resolve("log"))
            .arguments(file.toString())
            .start()) {
      process.awaitLine("CLOSED", LIMIT);
      assertThat(process.lines()).contains("NOTES bought", "REFUSED It was to fail.");
    }
  }
}
