package org.datxa.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.datxa.arch.Modules.where;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What knows time, threads and output, and what must not. */
class PurityTest {
  /** The one place in each module that touches the clocks of the machine, or sleeps. */
  private static final Set<String> CLOCKS =
      Set.of(
          "org.datxa.internal.runner.ProcessTime",
          "org.datxa.bridge.postgresql.internal.Deadline",
          "org.datxa.bridge.drevo.internal.SystemTiming",
          "org.datxa.bridge.iceberg.internal.SystemTiming",
          "org.datxa.journal.internal.lane.Deadline");

  @Test
  void protocolKnowsNeitherTimeNorThreadsNorStores() {
    noClasses()
        .that()
        .resideInAPackage("org.datxa.internal.protocol..")
        .should()
        .dependOnClassesThat(
            where(
                "of the outside world",
                it ->
                    Stream.of(
                            "java.sql",
                            "java.util.concurrent",
                            "java.io",
                            "java.nio",
                            "java.net",
                            "org.slf4j",
                            "org.datxa.internal.runner",
                            "org.datxa.internal.work",
                            "org.datxa.internal.jta",
                            "org.datxa.internal.config",
                            "java.time")
                        .anyMatch(name -> isIn(it, name))))
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.Thread")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("org.datxa.spi.Store")
        .check(Modules.ALL);
    assertThat(Modules.ALL.stream().filter(it -> isIn(it, "org.datxa.internal.protocol")))
        .hasSizeGreaterThan(40);
  }

  private static boolean isIn(JavaClass it, String name) {
    return it.getPackageName().equals(name) || it.getPackageName().startsWith(name + ".");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.datxa.internal.(*)..",
        "org.datxa.journal.internal.(*)..",
        "org.datxa.bridge.clickhouse.internal.(*)..",
        "org.datxa.spi.(*).."
      })
  void packagesAreFreeOfCycles(String packages) {
    slices().matching(packages).should().beFreeOfCycles().check(Modules.ALL);
  }

  @Test
  void onlyOneClassOfAModuleTouchesTheClock() {
    noClasses()
        .that(where("no clock", it -> !CLOCKS.contains(outermost(it).getName())))
        .should(touchTheClock())
        .check(Modules.ALL);
    assertThat(CLOCKS).allMatch(Modules.ALL::contain);
    assertThat(CLOCKS.stream().map(it -> Modules.of(Modules.ALL.get(it).getPackageName())))
        .doesNotHaveDuplicates();
  }

  private static JavaClass outermost(JavaClass it) {
    return it.getEnclosingClass().map(PurityTest::outermost).orElse(it);
  }

  private static ArchCondition<JavaClass> touchTheClock() {
    return new ArchCondition<>("sleep, or read a clock of the machine") {
      @Override
      public void check(JavaClass user, ConditionEvents events) {
        user.getAccessesFromSelf().stream()
            .filter(PurityTest::isClock)
            .forEach(it -> events.add(SimpleConditionEvent.satisfied(user, it.getDescription())));
      }
    };
  }

  private static boolean isClock(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getName();
    return switch (owner) {
      case "java.lang.System" -> name.equals("currentTimeMillis") || name.equals("nanoTime");
      case "java.lang.Thread", "java.util.concurrent.TimeUnit" -> name.equals("sleep");
      default -> owner.startsWith("java.time.") && name.equals("now");
    };
  }

  @Test
  void nothingIsPrinted() {
    noClasses().should(print()).check(Modules.ALL);
  }

  private static ArchCondition<JavaClass> print() {
    return new ArchCondition<>("print") {
      @Override
      public void check(JavaClass user, ConditionEvents events) {
        user.getAccessesFromSelf().stream()
            .filter(it -> it.getTargetOwner().getName().equals("java.lang.System"))
            .filter(it -> it.getName().equals("out") || it.getName().equals("err"))
            .forEach(it -> events.add(SimpleConditionEvent.satisfied(user, it.getDescription())));
        user.getMethodCallsFromSelf().stream()
            .filter(it -> it.getName().equals("printStackTrace"))
            .forEach(it -> events.add(SimpleConditionEvent.satisfied(user, it.getDescription())));
      }
    };
  }

  @Test
  void noClassHidesItsRoleBehindAnEmptyWord() {
    noClasses()
        .that(where("of the project", it -> !it.isAnonymousClass()))
        .should()
        .haveSimpleNameEndingWith("Impl")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .check(Modules.ALL);
  }
}
