package org.datxa.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.datxa.arch.Modules.where;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may depend on whom. */
class ModulesTest {
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          Modules.SPI, Set.of(),
          Modules.JOURNAL, Set.of(Modules.SPI),
          Modules.BRIDGE_CORE, Set.of(Modules.SPI),
          Modules.POSTGRESQL, Set.of(Modules.SPI, Modules.BRIDGE_CORE),
          Modules.DREVO, Set.of(Modules.SPI, Modules.BRIDGE_CORE),
          Modules.ICEBERG, Set.of(Modules.SPI, Modules.BRIDGE_CORE),
          Modules.CLICKHOUSE, Set.of(Modules.SPI, Modules.BRIDGE_CORE),
          Modules.DRIVER, Set.of(Modules.SPI, Modules.JOURNAL, Modules.BRIDGE_CORE));

  private static String module(JavaClass it) {
    return Modules.of(it.getPackageName());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spi",
        "journal",
        "bridge-core",
        "postgresql",
        "drevo",
        "iceberg",
        "clickhouse",
        "driver"
      })
  void moduleDependsOnNoOtherModuleThanItMay(String name) {
    Set<String> allowed = ALLOWED.get(name);
    noClasses()
        .that(Modules.in(name))
        .should()
        .dependOnClassesThat(
            where(
                "of a module that " + name + " may not use",
                it ->
                    !module(it).isEmpty()
                        && !module(it).equals(name)
                        && !allowed.contains(module(it))))
        .check(Modules.ALL);
  }

  /** It would not be a second opinion otherwise. */
  @Test
  void theCheckerKnowsNothingOfWhatItChecks() {
    assertThat(Modules.CHECKER).hasSizeGreaterThan(20);
    noClasses()
        .should()
        .dependOnClassesThat(
            where(
                "of DatXA",
                it ->
                    it.getPackageName().startsWith("org.datxa")
                        && !it.getPackageName().startsWith("org.datxa.checker")))
        .check(Modules.CHECKER);
    String pom = Project.read(Path.of("tck/checker/pom.xml"));
    String dependencies = pom.substring(pom.indexOf("<dependencies>"));
    assertThat(dependencies).doesNotContain("<groupId>org.datxa</groupId>");
  }

  @Test
  void spiUsesTheJdkAlone() {
    classes()
        .that(Modules.in(Modules.SPI))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.datxa.spi..")
        .check(Modules.ALL);
  }

  @Test
  void internalPackagesAreUsedByTheirOwnModuleAlone() {
    classes().should(leaveInternalsAlone()).check(Modules.ALL);
  }

  private static ArchCondition<JavaClass> leaveInternalsAlone() {
    return new ArchCondition<>("use no internal package of another module") {
      @Override
      public void check(JavaClass user, ConditionEvents events) {
        user.getDirectDependenciesFromSelf().stream()
            .filter(it -> isInternal(it.getTargetClass()))
            .filter(it -> !module(it.getTargetClass()).equals(module(user)))
            .forEach(it -> events.add(SimpleConditionEvent.violated(user, it.getDescription())));
      }
    };
  }

  private static boolean isInternal(JavaClass it) {
    return it.getPackageName().startsWith("org.datxa")
        && (it.getPackageName() + ".").contains(".internal.");
  }

  @Test
  void onlyTheEdgesOfTheDriverKnowJta() {
    noClasses()
        .that()
        .resideOutsideOfPackages("org.datxa", "org.datxa.internal", "org.datxa.internal.jta")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jakarta.transaction..")
        .check(Modules.ALL);
  }

  @Test
  void onlyBridgeCoreAndTheEdgesOfTheDriverSpeakXa() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "org.datxa", "org.datxa.internal", "org.datxa.internal.jta", "org.datxa.bridge")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("javax.transaction.xa..")
        .check(Modules.ALL);
  }

  @Test
  void theDriverSeesNoModuleAboveIt() {
    assertThat(Modules.ALL.stream().map(ModulesTest::module))
        .doesNotContainAnyElementsOf(Modules.ABOVE);
    assertThat(Modules.ABOVE)
        .allMatch(it -> Project.files().contains(Path.of("driver", it, "pom.xml")));
  }

  @Test
  void noTransactionManagerAndNoFrameworkIsKnownByName() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "com.arjuna..",
            "org.jboss..",
            "com.atomikos..",
            "org.springframework..",
            "jakarta.enterprise..",
            "jakarta.inject..")
        .check(Modules.ALL);
  }
}
