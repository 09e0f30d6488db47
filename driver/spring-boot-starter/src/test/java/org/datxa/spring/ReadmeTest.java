package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

/** What the README of the module shows is what is compiled and read. */
class ReadmeTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private final Path module = module();
  private final String readme = read(module.resolve("README.md"));

  private static Path module() {
    Path folder = Path.of("").toAbsolutePath();
    return Files.exists(folder.resolve("README.md")) ? folder : folder.getParent();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private List<String> blocks(String language) {
    return BLOCK
        .matcher(readme)
        .results()
        .filter(it -> it.group(1).equals(language))
        .map(it -> it.group(2))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "OrderService,service",
    "AtomikosShop,atomikos",
    "OperatorAlarm,operator",
    "PlainSpring,spring"
  })
  void exampleIsTheOneThatIsCompiled(String type, String marker) {
    String source = read(module.resolve("src/test/java/org/datxa/spring/" + type + ".java"));
    int from = source.indexOf('\n', source.indexOf("// readme: " + marker)) + 1;
    assertThat(blocks("java"))
        .hasSize(4)
        .contains(source.substring(from, source.indexOf("// readme: end")));
  }

  @Test
  void theConfigurationHasKeysThatAreKnown() throws IOException {
    StandardEnvironment environment = new StandardEnvironment();
    String yaml = blocks("yaml").get(0).replaceAll("\\$\\{\\w+}", "x");
    new YamlPropertySourceLoader()
        .load("readme", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
        .forEach(environment.getPropertySources()::addFirst);
    DatXaProperties properties = DatXaProperties.of(environment);
    assertThat(properties.kinds())
        .isEqualTo(Map.of("shop", "postgresql", "facts", "clickhouse", "lake", "iceberg"));
    assertThat(properties.values()).containsEntry("journal", "store:shop").hasSizeGreaterThan(10);
    properties
        .values()
        .keySet()
        .forEach(
            key ->
                assertThat(
                        PropertyNames.DEPLOYMENT.contains(key)
                            || key.contains(".catalog.")
                            || PropertyNames.STORE.contains(
                                key.replaceFirst("^stores\\.[a-z]+\\.", "")))
                    .as(key)
                    .isTrue());
  }
}
