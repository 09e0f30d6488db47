package org.datxa.atomikos;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the module may use, and that its README shows what is compiled. */
class ModuleTest {
  private final JavaClasses module =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.datxa.atomikos");

  @Test
  void usesThePublicPartOfTheDriverAndItsManager() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.transaction.xa..",
            "org.datxa",
            "org.datxa.atomikos..",
            "com.atomikos..")
        .check(module);
  }

  @Test
  void exampleOfTheReadmeIsTheOneThatIsCompiled() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/org/datxa/atomikos/ReadmeExample.java"));
    int from = source.indexOf('\n', source.indexOf("// readme: example")) + 1;
    String part = source.substring(from, source.indexOf("// readme: end")).stripTrailing();
    assertThat(Files.readString(Path.of("README.md")))
        .contains("```java\n" + part.stripIndent() + "\n```\n");
  }
}
