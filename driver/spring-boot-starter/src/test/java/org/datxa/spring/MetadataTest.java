package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The keys that the README of the project lists are those that the starter knows and describes. */
class MetadataTest {
  private static final Pattern KEY =
      Pattern.compile("^\\| `([a-z][a-z_.<>-]*)` \\|", Pattern.MULTILINE);
  private static final String STORE = "stores.<name>.";

  private static Set<String> documented() throws IOException {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("spi/SPEC.md"))) {
      folder = folder.getParent();
    }
    String all = Files.readString(folder.resolve("README.md"));
    String section = all.substring(all.indexOf("\n## Configuration\n"));
    return KEY.matcher(section.substring(0, section.indexOf("\n## ", 4)))
        .results()
        .map(it -> it.group(1))
        .collect(Collectors.toSet());
  }

  @Test
  void everyKeyOfTheReadmeIsKnown() throws IOException {
    Set<String> known = new TreeSet<>(PropertyNames.DEPLOYMENT);
    PropertyNames.STORE.forEach(it -> known.add(STORE + it));
    assertThat(documented()).hasSizeGreaterThan(40);
    assertThat(known)
        .as("keys that PropertyNames and the metadata have to learn")
        .containsAll(documented());
  }

  @Test
  void everyKeyOfTheDeploymentIsDescribedForCompletion() throws IOException {
    Set<String> described = new TreeSet<>();
    try (InputStream file =
        PropertyNames.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      for (JsonNode property : new ObjectMapper().readTree(file).get("properties")) {
        described.add(property.get("name").asText());
        assertThat(property.get("description").asText()).endsWith(".").hasSizeGreaterThan(10);
      }
    }
    Set<String> expected =
        Stream.concat(
                PropertyNames.DEPLOYMENT.stream().map(it -> it.replace('_', '-')),
                Stream.of("enabled", "primary", "stores"))
            .map(it -> "datxa." + it)
            .collect(Collectors.toSet());
    assertThat(described).isEqualTo(expected);
  }
}
