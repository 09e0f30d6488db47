package org.datxa.cdi;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Objects;

/**
 * What a store is worked with: {@code @Inject @Store("shop") DataSource shop}. The type is one that
 * the kind of the store offers.
 */
@Qualifier
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
public @interface Store {
  /**
   * The store.
   *
   * @return its name in the configuration
   */
  String value();

  /** The qualifier as an object, for {@code Instance.select}. */
  final class Literal extends AnnotationLiteral<Store> implements Store {
    private static final long serialVersionUID = 1L;

    private final String name;

    private Literal(String name) {
      this.name = name;
    }

    /**
     * Names a store.
     *
     * @param name its name in the configuration
     * @return the qualifier
     */
    public static Literal of(String name) {
      return new Literal(Objects.requireNonNull(name, "name"));
    }

    @Override
    public String value() {
      return name;
    }
  }
}
