package org.datxa.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.datxa.arch.Project;
import org.datxa.internal.protocol.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the README shows and names is what is there. */
class ReadmeTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern CONFIGURED =
      Pattern.compile("^\\| `([a-z][a-z_.<>*-]*)` \\|", Pattern.MULTILINE);
  private static final Pattern KEY_IN_CODE =
      Pattern.compile(
          "(?:number|millis|flag|optional|required|getOrDefault)\\(\\s*(?:config, |properties, )?"
              + "\"([a-z][a-z_.]*)\"");

  private final String readme = Project.read(Path.of("README.md"));

  @ParameterizedTest
  @CsvSource({"PlainExample,plain", "NarayanaExample,narayana"})
  void exampleIsTheOneThatIsCompiled(String file, String marker) {
    assertThat(blocks(readme, "java")).contains(marked(file, marker));
  }

  private static String marked(String file, String marker) {
    String source =
        Project.read(Path.of("driver/src/test/java/org/datxa/readme/" + file + ".java"));
    int from = source.indexOf('\n', source.indexOf("// readme: " + marker)) + 1;
    String part = source.substring(from, source.indexOf("// readme: end")).stripTrailing();
    return part.stripIndent() + "\n";
  }

  private static List<String> blocks(String text, String language) {
    return BLOCK
        .matcher(text)
        .results()
        .filter(it -> it.group(1).equals(language))
        .map(it -> it.group(2))
        .toList();
  }

  private List<String> commands() {
    String section = readme.substring(readme.indexOf("\n## Two commands\n") + 1);
    section = section.substring(0, section.indexOf("\n## ", 4));
    return BLOCK.matcher(section).results().map(it -> it.group(2).strip()).toList();
  }

  @Test
  void thereAreTwoCommands() {
    assertThat(commands()).hasSize(2).allMatch(it -> it.lines().count() == 1);
    assertThat(commands().get(0)).contains("demo");
    assertThat(commands().get(1)).isEqualTo("mvn -B verify");
  }

  @Test
  void continuousIntegrationRunsTheSecondCommand() {
    assertThat(Project.read(Path.of(".ci/run")).lines()).contains(commands().get(1));
  }

  @Test
  void everyEventHasItsLine() {
    for (Event.Kind kind : Event.Kind.values()) {
      assertThat(readme).contains("| DATXA-" + kind.number() + " " + kind + " |");
    }
  }

  @Test
  void everyKeyThatTheCodeReadsHasItsLine() {
    Set<String> read = new TreeSet<>();
    for (String file : readers()) {
      KEY_IN_CODE
          .matcher(Project.read(Path.of(file)))
          .results()
          .forEach(it -> read.add(it.group(1)));
    }
    assertThat(read).hasSizeGreaterThan(30);
    Set<String> told = new TreeSet<>();
    CONFIGURED.matcher(readme).results().map(ReadmeTest::last).forEach(told::add);
    List.copyOf(told).forEach(it -> told.add(it.replaceFirst("^journal\\.", "")));
    assertThat(told).containsAll(read);
  }

  /** A key of a store or of the journal, without what stands before it. */
  private static String last(MatchResult key) {
    return key.group(1).replaceFirst("^stores\\.<name>\\.", "");
  }

  private static List<String> readers() {
    List<String> files = new ArrayList<>();
    String driver = "driver/src/main/java/org/datxa/internal/config/";
    String bridges = "xa-bridges/%s/src/main/java/org/datxa/bridge/%s/internal/%s.java";
    files.add(driver + "SettingsReader.java");
    files.add(driver + "JournalOpener.java");
    Stream.of("postgresql PostgresSettings", "iceberg IcebergSettings")
        .map(it -> it.split(" ", -1))
        .forEach(it -> files.add(bridges.formatted(it[0], it[0], it[1])));
    Stream.of("StoreSettings", "Addresses")
        .forEach(it -> files.add(bridges.formatted("clickhouse", "clickhouse", "store/" + it)));
    return files;
  }

  @Test
  void filesThatItLinksToAreThere() {
    List<String> links =
        Pattern.compile("\\]\\(([^)#:]+)\\)")
            .matcher(readme)
            .results()
            .map(it -> it.group(1))
            .toList();
    assertThat(links).hasSizeGreaterThan(3);
    assertThat(links.stream().filter(it -> !Project.root().resolve(it).toFile().exists()))
        .as("links to nowhere")
        .isEmpty();
  }
}
