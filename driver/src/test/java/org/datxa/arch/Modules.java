package org.datxa.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The compiled classes of all modules, without tests, lab and checker. */
final class Modules {
  static final String SPI = "spi";
  static final String JOURNAL = "journal";
  static final String BRIDGE_CORE = "bridge-core";
  static final String POSTGRESQL = "postgresql";
  static final String DREVO = "drevo";
  static final String ICEBERG = "iceberg";
  static final String CLICKHOUSE = "clickhouse";
  static final String DRIVER = "driver";

  /** Modules on top of the driver, which check themselves: the driver does not see them. */
  static final Set<String> ABOVE = Set.of("narayana", "atomikos", "cdi");

  /** Fewer classes than these would mean that a module was not scanned. */
  private static final Map<String, Integer> AT_LEAST =
      Map.of(
          SPI,
          35,
          JOURNAL,
          35,
          BRIDGE_CORE,
          10,
          POSTGRESQL,
          20,
          DREVO,
          25,
          ICEBERG,
          40,
          CLICKHOUSE,
          50,
          DRIVER,
          60);

  static final JavaClasses ALL = load();

  /** What judges the others and knows none of them. */
  static final JavaClasses CHECKER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.datxa.checker");

  private Modules() {}

  private static JavaClasses load() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/lab/"))
            .withImportOption(location -> !location.contains("/org/datxa/checker/"))
            .importPackages("org.datxa");
    AT_LEAST.forEach(
        (module, least) ->
            assertThat(classes.stream().filter(it -> of(it.getPackageName()).equals(module)))
                .as("classes of the module %s", module)
                .hasSizeGreaterThanOrEqualTo(least));
    return classes;
  }

  /** The module that a package belongs to. */
  static String of(String packageName) {
    String rest = packageName.replaceFirst("^org\\.datxa\\.?", "");
    if (!packageName.startsWith("org.datxa")) {
      return "";
    }
    if (rest.startsWith("bridge")) {
      String kind = rest.replaceFirst("^bridge\\.?", "").replaceFirst("\\..*", "");
      return AT_LEAST.containsKey(kind) ? kind : BRIDGE_CORE;
    }
    String first = rest.replaceFirst("\\..*", "");
    return first.equals(SPI) || first.equals(JOURNAL) || ABOVE.contains(first) ? first : DRIVER;
  }

  static DescribedPredicate<JavaClass> in(String module) {
    return where("in the module " + module, it -> of(it.getPackageName()).equals(module));
  }

  static DescribedPredicate<JavaClass> where(String what, Predicate<JavaClass> test) {
    return DescribedPredicate.describe(what, test);
  }
}
