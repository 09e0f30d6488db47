package org.datxa.cdi;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.enterprise.inject.spi.Extension;
import java.util.ServiceLoader;
import org.datxa.cdi.internal.DatXaExtension;
import org.junit.jupiter.api.Test;

/** What the module may use. */
class ModuleTest {
  private final JavaClasses module =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.datxa.cdi");

  @Test
  void usesThePublicPartOfTheDriverAndTheApiOfTheContainer() {
    assertThat(module).hasSizeGreaterThan(10);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.naming..",
            "org.datxa",
            "org.datxa.spi",
            "org.datxa.spi.error",
            "org.datxa.cdi..",
            "org.datxa.narayana",
            "org.slf4j..",
            "jakarta.annotation..",
            "jakarta.enterprise..",
            "jakarta.inject..",
            "jakarta.transaction..")
        .check(module);
  }

  @Test
  void onlyOneClassNeedsTheModuleForNarayana() {
    noClasses()
        .that()
        .doNotHaveSimpleName("OfNarayana")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.datxa.narayana..")
        .check(module);
  }

  @Test
  void containersFindTheExtension() {
    assertThat(ServiceLoader.load(Extension.class)).anyMatch(DatXaExtension.class::isInstance);
  }
}
