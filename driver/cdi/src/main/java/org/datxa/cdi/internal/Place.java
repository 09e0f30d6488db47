package org.datxa.cdi.internal;

import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.datxa.cdi.Store;

/**
 * What an injection point may ask for: a type, and the store by its name, or by being the only one.
 *
 * @param type what is injected
 * @param store the name, or empty
 */
record Place(Class<?> type, Optional<String> store) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing((Place it) -> it.store().orElse(""))
          .thenComparing(it -> it.type().getName());

  static Place of(Class<?> type, String store) {
    return new Place(type, Optional.of(store));
  }

  static Place ofTheOnly(Class<?> type) {
    return new Place(type, Optional.empty());
  }

  /** Empty when something else is asked for than a class or interface under these qualifiers. */
  static Optional<Place> wanted(InjectionPoint point) {
    Class<?> type = wantedType(point.getType());
    Set<Annotation> qualifiers = point.getQualifiers();
    if (type == null) {
      return Optional.empty();
    }
    for (Annotation qualifier : qualifiers) {
      if (qualifier instanceof Store store) {
        return Optional.of(of(type, store.value()));
      }
    }
    return qualifiers.contains(Default.Literal.INSTANCE)
        ? Optional.of(ofTheOnly(type))
        : Optional.empty();
  }

  /** Those that a bean of the application has taken. */
  static List<Place> named(Bean<?> bean) {
    return bean.getQualifiers().stream()
        .filter(Store.class::isInstance)
        .map(Store.class::cast)
        .flatMap(
            store ->
                bean.getTypes().stream()
                    .filter(Class.class::isInstance)
                    .map(type -> of((Class<?>) type, store.value())))
        .toList();
  }

  private static Class<?> wantedType(Type type) {
    if (type instanceof Class<?> plain) {
      return plain;
    }
    if (type instanceof ParameterizedType of
        && (of.getRawType() == Instance.class || of.getRawType() == Provider.class)) {
      return wantedType(of.getActualTypeArguments()[0]);
    }
    return null;
  }

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return store.map(it -> "@Store(\"" + it + "\") ").orElse("") + type.getSimpleName();
  }
}
