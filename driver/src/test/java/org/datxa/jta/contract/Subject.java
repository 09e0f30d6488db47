package org.datxa.jta.contract;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The sorts of resource that the assertions are checked on. Another store is one more line. */
@SuppressWarnings("ImmutableEnumChecker") // each holds the one deployment that its tests share
public enum Subject {
  /** One resource for stores of both sorts. */
  COMPOSITE("composite", true, () -> List.of(new PostgresPart("one"), new ClickHousePart("ch"))),
  /** A store that answers its manager itself. */
  SPLIT_POSTGRESQL("split", false, () -> List.of(new PostgresPart("one"))),
  /** Another, which admits one prepared branch at a time. */
  SPLIT_DREVO("split", false, () -> List.of(new DrevoPart("graph"))),
  /** What the stores share that cannot prepare. */
  POST_DECISION("split", true, () -> List.of(new ClickHousePart("ch"), new IcebergPart("lake")));

  private final String shape;
  private final boolean journaled;
  private final Supplier<List<StorePart>> parts;
  private XaFixture fixture;

  Subject(String shape, boolean journaled, Supplier<List<StorePart>> parts) {
    this.shape = shape;
    this.journaled = journaled;
    this.parts = parts;
  }

  /** Whether votes and decisions are in the journal. */
  boolean journaled() {
    return journaled;
  }

  /** As SPEC.md calls it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The stores and the deployment, made once for all tests. */
  synchronized XaFixture fixture() {
    if (fixture == null) {
      fixture = new XaFixture(shape, journaled, parts.get());
    }
    return fixture;
  }
}
