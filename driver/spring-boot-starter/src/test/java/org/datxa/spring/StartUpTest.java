package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javax.sql.DataSource;
import org.datxa.DatXA;
import org.datxa.bridge.iceberg.IcebergTables;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What happens when the application starts, or does not. */
class StartUpTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(DatXaAutoConfiguration.class));

  private static FailureAnalysis analysis(Throwable failure) {
    List<FailureAnalyzer> analyzers =
        SpringFactoriesLoader.forDefaultResourceLocation()
            .load(
                FailureAnalyzer.class,
                SpringFactoriesLoader.ArgumentResolver.none(),
                (type, name, problem) -> {}); // others want arguments
    return analyzers.stream()
        .map(it -> it.analyze(failure))
        .filter(it -> it != null)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whenTheConfigurationIsRefused_eachFindingHasItsLine() {
    runner
        .withPropertyValues(
            "datxa.timeout-ms=soon",
            "datxa.stores.shop.kind=postgresql",
            "datxa.stores.shop.password=secret",
            "datxa.stores.old.kind=abacus")
        .run(
            context -> {
              FailureAnalysis analysis = analysis(context.getStartupFailure());
              assertThat(analysis.getDescription())
                  .contains("for 1 reason(s)", "  - configuration: timeout_ms must be");
              assertThat(analysis.getAction()).contains("  - configuration: correct it.");
            });
    runner
        .withPropertyValues(
            "datxa.stores.shop.kind=postgresql",
            "datxa.stores.shop.password=secret",
            "datxa.stores.old.kind=abacus")
        .run(
            context -> {
              FailureAnalysis analysis = analysis(context.getStartupFailure());
              assertThat(analysis.getDescription().lines().filter(it -> it.startsWith("  - ")))
                  .hasSizeGreaterThan(1)
                  .anyMatch(it -> it.contains("old: the kind 'abacus' is unknown"))
                  .anyMatch(it -> it.contains("shop: Store 'shop' needs the property 'url'"));
              assertThat(analysis.getDescription() + analysis.getAction()).doesNotContain("secret");
            });
  }

  @Test
  void whenNothingIsConfigured_itSaysSo() {
    runner.run(
        context ->
            assertThat(analysis(context.getStartupFailure()).getDescription())
                .contains("no store is configured"));
  }

  @Test
  void whenBeansAreLazy_datxaIsStartedAllTheSame() {
    runner
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    new LazyInitializationBeanFactoryPostProcessor()))
        .run(context -> assertThat(context).hasFailed());
  }

  @Test
  void whenSwitchedOff_nothingIsThere() {
    runner
        .withPropertyValues("datxa.enabled=false", "datxa.stores.shop.kind=postgresql")
        .run(
            context -> {
              assertThat(context).hasNotFailed().doesNotHaveBean(DatXA.class);
              assertThat(context).doesNotHaveBean(DataSource.class);
            });
  }

  @Test
  void whenStoresOfOneKindAreSeveral_thePrimaryOneIsNamed() {
    ApplicationContextRunner two =
        runner.withPropertyValues(
            "datxa.stores.a.kind=postgresql",
            "datxa.stores.b.kind=postgresql",
            "datxa.stores.c.kind=clickhouse",
            "datxa.stores.d.kind=iceberg");
    assertThat(primaries(two)).isEmpty();
    assertThat(primaries(two.withPropertyValues("datxa.primary=b"))).containsExactly("bDataSource");
    assertThat(primaries(two.withPropertyValues("datxa.primary=c"))).containsExactly("cDataSource");
    ApplicationContextRunner one =
        runner.withPropertyValues(
            "datxa.stores.a.kind=postgresql", "datxa.stores.c.kind=clickhouse");
    assertThat(primaries(one)).containsExactly("aDataSource");
    assertThat(primaries(one.withPropertyValues("datxa.primary=none"))).isEmpty();
    assertThat(primaries(one.withBean("another", DataSource.class, () -> null))).isEmpty();
  }

  /** The bean definitions alone, since the stores are not there. */
  private static List<String> primaries(ApplicationContextRunner runner) {
    DefaultListableBeanFactory[] beans = new DefaultListableBeanFactory[1];
    runner
        .withInitializer(
            context ->
                context.addBeanFactoryPostProcessor(
                    factory -> beans[0] = (DefaultListableBeanFactory) factory))
        .run(context -> assertThat(context).hasFailed());
    assertThat(beans[0].getBeanNamesForType(IcebergTables.class, true, false))
        .hasSize(beans[0].containsBeanDefinition("dIcebergTables") ? 1 : 0);
    return java.util.Arrays.stream(beans[0].getBeanNamesForType(DataSource.class, true, false))
        .filter(name -> beans[0].getBeanDefinition(name).isPrimary())
        .toList();
  }
}
