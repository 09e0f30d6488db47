package org.datxa.cdi.internal;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.datxa.DatXA;
import org.datxa.cdi.Store;

/**
 * The beans of DatXA. Each place that is asked for has one, also when there is no such store: the
 * deployment is then refused with a list of what there is, which the container does not know.
 */
final class StoreBeans {
  private final AfterBeanDiscovery event;
  private final Supplier<DatXA> datxa;

  StoreBeans(AfterBeanDiscovery event, Supplier<DatXA> datxa) {
    this.event = event;
    this.datxa = datxa;
  }

  void addDatXa() {
    event
        .<DatXA>addBean()
        .id("org.datxa.cdi:DatXA")
        .types(DatXA.class, Object.class)
        .scope(Singleton.class)
        .createWith(context -> datxa.get());
  }

  /**
   * Adds them.
   *
   * @param wanted what is asked for
   * @param configured what the configuration offers, where it is known already
   * @param taken the types that the application itself has unqualified beans of
   */
  void add(Set<Place> wanted, Optional<SortedSet<Place>> configured, Set<Type> taken) {
    Map<Place, Set<Annotation>> beans = new TreeMap<>();
    wanted.forEach(place -> beans.put(place, new HashSet<>()));
    configured.ifPresent(all -> all.forEach(place -> beans.put(place, new HashSet<>())));
    // One bean under both qualifiers, so that @Any finds it once.
    configured.ifPresent(
        all ->
            all.stream()
                .filter(place -> !taken.contains(place.type()) && only(place, all))
                .forEach(
                    place -> {
                      beans.get(place).add(Default.Literal.INSTANCE);
                      beans.remove(Place.ofTheOnly(place.type()));
                    }));
    beans.forEach(this::add);
  }

  private static boolean only(Place place, SortedSet<Place> all) {
    return all.stream().filter(it -> it.type() == place.type()).count() == 1;
  }

  private void add(Place place, Set<Annotation> more) {
    List<Annotation> qualifiers = new ArrayList<>(more);
    qualifiers.add(Any.Literal.INSTANCE);
    qualifiers.add(
        place.store().<Annotation>map(Store.Literal::of).orElse(Default.Literal.INSTANCE));
    Class<?> type = place.type();
    event
        .addBean()
        .id("org.datxa.cdi:" + place.store().orElse("") + ":" + type.getName())
        .types(type, Object.class)
        .qualifiers(qualifiers.toArray(Annotation[]::new))
        // a proxy can be held by a bean that is stored away
        .scope(type.isInterface() ? ApplicationScoped.class : Singleton.class)
        .createWith(context -> facade(place));
  }

  private Object facade(Place place) {
    DatXA of = datxa.get();
    String store =
        place
            .store()
            .orElseGet(
                () ->
                    of.stores().stream()
                        .filter(it -> Facades.facade(of, it, place.type()).isPresent())
                        .findFirst()
                        .orElseThrow());
    return of.facade(store, place.type());
  }
}
