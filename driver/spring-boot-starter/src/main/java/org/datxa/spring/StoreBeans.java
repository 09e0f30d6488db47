package org.datxa.spring;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.datxa.spi.StoreProvider;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * One bean for each store and each type that its kind is worked with, qualified by the name of the
 * store. They are registered before any store is open, so that conditions of other configurations
 * see them.
 */
final class StoreBeans implements ImportBeanDefinitionRegistrar {
  private static final String NO_PRIMARY = "none";
  private static final String POSTGRESQL = "postgresql";

  private final DatXaProperties properties;
  private final Map<String, Set<Class<?>>> facadesByKind = new HashMap<>();

  StoreBeans(Environment environment, ClassLoader loader) {
    this.properties = DatXaProperties.of(environment);
    ServiceLoader.load(StoreProvider.class, loader)
        .forEach(provider -> facadesByKind.put(provider.kind(), provider.facades()));
  }

  @Override
  public void registerBeanDefinitions(AnnotationMetadata from, BeanDefinitionRegistry registry) {
    Map<String, String> kinds = properties.kinds();
    Optional<String> primary = primary(kinds, registry);
    new TreeMap<>(kinds)
        .forEach(
            (store, kind) -> {
              for (Class<?> facade : facadesByKind.getOrDefault(kind, Set.of())) {
                RootBeanDefinition bean = bean(store, facade);
                bean.setPrimary(facade == DataSource.class && primary.equals(Optional.of(store)));
                registry.registerBeanDefinition(store + facade.getSimpleName(), bean);
              }
            });
  }

  private static RootBeanDefinition bean(String store, Class<?> facade) {
    RootBeanDefinition bean = new RootBeanDefinition();
    bean.setTargetType(facade);
    bean.setFactoryBeanName(DatXaAutoConfiguration.BEAN);
    bean.setFactoryMethodName("facade");
    bean.getConstructorArgumentValues().addIndexedArgumentValue(0, store);
    bean.getConstructorArgumentValues().addIndexedArgumentValue(1, facade);
    bean.addQualifier(new AutowireCandidateQualifier(Qualifier.class, store));
    bean.setDestroyMethodName(""); // DatXA closes its stores
    return bean;
  }

  private Optional<String> primary(Map<String, String> kinds, BeanDefinitionRegistry registry) {
    if (properties.primary().isPresent()) {
      return properties.primary().filter(it -> !it.equals(NO_PRIMARY));
    }
    long postgres = kinds.values().stream().filter(POSTGRESQL::equals).count();
    if (postgres != 1 || hasDataSource(registry)) {
      return Optional.empty();
    }
    return kinds.keySet().stream().filter(it -> kinds.get(it).equals(POSTGRESQL)).findFirst();
  }

  private static boolean hasDataSource(BeanDefinitionRegistry registry) {
    return registry instanceof ListableBeanFactory beans
        && beans.getBeanNamesForType(DataSource.class, true, false).length > 0;
  }
}
