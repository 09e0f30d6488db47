package org.datxa.cdi.internal;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;

/**
 * Starts DatXA when the container has looked at the application, and offers it and its stores as
 * beans. Found by the container.
 */
public final class DatXaExtension implements Extension {
  /** After everybody else: what fails before it leaves nothing open. */
  private static final int LAST = Integer.MAX_VALUE;

  private final Map<Place, InjectionPoint> wanted = new TreeMap<>();
  private final Set<Type> unqualified = new HashSet<>();
  private final Set<Place> own = new HashSet<>();
  private boolean configuredByBean;
  private boolean startedByBean;
  private boolean offered;
  private boolean used;
  private Optional<Properties> found = Optional.empty();
  private Deployment deployment;

  /** Made by the container. */
  public DatXaExtension() {}

  void point(@Observes ProcessInjectionPoint<?, ?> event) {
    InjectionPoint point = event.getInjectionPoint();
    Place.wanted(point).ifPresent(place -> wanted.putIfAbsent(place, point));
  }

  void bean(@Observes ProcessBean<?> event) {
    if (offered) {
      return; // they are those of extensions, ours among them
    }
    Set<Type> types = event.getBean().getTypes();
    if (event.getBean().getQualifiers().contains(Default.Literal.INSTANCE)) {
      unqualified.addAll(types);
      startedByBean |= types.contains(DatXA.class);
      configuredByBean |= types.contains(DatXaBuilder.class);
    }
    Place.named(event.getBean()).forEach(own::add);
    configuredByBean |=
        types.contains(Properties.class)
            && event.getBean().getQualifiers().contains(BuilderSource.NAME);
  }

  void offer(@Observes AfterBeanDiscovery event) {
    offered = true;
    ClassLoader loader = loader();
    try {
      found = byBean() ? Optional.empty() : Configuration.found(loader, System.getProperties());
    } catch (IOException | RuntimeException e) {
      event.addDefinitionError(e);
      return;
    }
    Facades facades = new Facades(loader);
    boolean configured = byBean() || found.isPresent();
    wanted.keySet().removeAll(own);
    wanted
        .keySet()
        .removeIf(place -> place.store().isEmpty() && !isOurs(place.type(), facades, configured));
    used = configured || !wanted.isEmpty();
    if (!used) {
      return;
    }
    StoreBeans beans = new StoreBeans(event, () -> deployment.datxa());
    if (!startedByBean) {
      beans.addDatXa();
    }
    wanted.keySet().removeIf(place -> place.type() == DatXA.class);
    beans.add(wanted.keySet(), found.map(facades::configured).map(this::ours), unqualified);
  }

  private SortedSet<Place> ours(SortedSet<Place> places) {
    places.removeAll(own);
    return places;
  }

  private boolean byBean() {
    return startedByBean || configuredByBean;
  }

  private boolean isOurs(Class<?> type, Facades facades, boolean configured) {
    return !unqualified.contains(type)
        && (type == DatXA.class || (configured && facades.all().contains(type)));
  }

  void start(@Observes @Priority(LAST) AfterDeploymentValidation event, BeanManager manager) {
    if (!used) {
      return;
    }
    try {
      ClassLoader loader = loader();
      deployment =
          startedByBean
              ? Deployment.ofTheApplication(manager)
              : Deployment.start(manager, loader, found);
      DatXA datxa = deployment.datxa();
      Findings.of(datxa, wanted, new Facades(loader).offered(datxa))
          .ifPresent(
              problem -> {
                deployment.closeAfter(problem);
                event.addDeploymentProblem(problem);
              });
    } catch (RuntimeException e) {
      event.addDeploymentProblem(e);
    }
  }

  /** When the beans of the application are destroyed: they may have worked until then. */
  void close(@Observes BeforeShutdown event) {
    if (deployment != null) {
      deployment.close();
    }
  }

  private static ClassLoader loader() {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread == null ? DatXaExtension.class.getClassLoader() : ofThread;
  }
}
