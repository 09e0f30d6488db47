package org.datxa.cdi.internal;

import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.datxa.DatXA;

/** Compares what is injected with what the stores offer. */
final class Findings {
  private Findings() {}

  /** All that cannot be injected, and what there is instead. */
  static Optional<DeploymentException> of(
      DatXA datxa, Map<Place, InjectionPoint> wanted, SortedSet<Place> offered) {
    List<String> findings = new ArrayList<>();
    wanted.forEach(
        (place, point) ->
            problem(datxa, place, offered)
                .ifPresent(it -> findings.add(place + " in " + where(point) + ": " + it)));
    if (findings.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new DeploymentException(
            "Of the stores of DatXA cannot be injected:"
                + findings.stream().map(it -> "\n  - " + it).collect(Collectors.joining())
                + "\nThere are: "
                + offered.stream().map(Place::toString).collect(Collectors.joining(", "))
                + "."));
  }

  private static Optional<String> problem(DatXA datxa, Place place, SortedSet<Place> offered) {
    if (place.store().isEmpty()) {
      long stores = offered.stream().filter(it -> it.type() == place.type()).count();
      return stores == 1
          ? Optional.empty()
          : Optional.of(stores + " stores offer it, name one of them with @Store.");
    }
    String store = place.store().get();
    if (!datxa.stores().contains(store)) {
      return Optional.of("there is no such store.");
    }
    return Facades.facade(datxa, store, place.type()).isPresent()
        ? Optional.empty()
        : Optional.of("the store is not worked with by this type.");
  }

  private static String where(InjectionPoint point) {
    Member member = point.getMember();
    return member == null
        ? point.toString()
        : member.getDeclaringClass().getName() + "." + member.getName();
  }
}
