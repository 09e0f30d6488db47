package org.datxa.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/** What the starter may use. */
class ArchitectureTest {
  private static final JavaClasses STARTER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.datxa.spring");

  @Test
  void itUsesWhatIsPublicAndNoStoreByItsClass() {
    assertThat(STARTER).hasSizeGreaterThan(8);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.datxa.internal..", "org.datxa.journal..", "org.datxa.bridge..")
        .check(STARTER);
  }

  @Test
  void onlyTheConfigurationsOfOneLineUseItsPackages() {
    noClasses()
        .that()
        .haveNameNotMatching(".*Boot3.*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework.boot.actuate..")
        .check(STARTER);
    noClasses()
        .that()
        .haveNameNotMatching(".*Boot4.*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework.boot.health..")
        .check(STARTER);
  }

  @Test
  void everyAutoConfigurationIsListed() throws IOException {
    List<String> listed = new ArrayList<>();
    String name = "META-INF/spring/" + AutoConfiguration.class.getName() + ".imports";
    for (URL file : Collections.list(getClass().getClassLoader().getResources(name))) {
      try (InputStream lines = file.openStream()) {
        new String(lines.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(listed::add);
      }
    }
    List<String> there =
        STARTER.stream()
            .filter(it -> it.isAnnotatedWith(AutoConfiguration.class))
            .map(it -> it.getName())
            .toList();
    assertThat(listed).hasSizeGreaterThan(2);
    assertThat(listed.stream().filter(it -> it.startsWith("org.datxa.spring.")))
        .containsExactlyInAnyOrderElementsOf(there);
    classes().that().areAnnotatedWith(AutoConfiguration.class).should().bePublic().check(STARTER);
  }
}
