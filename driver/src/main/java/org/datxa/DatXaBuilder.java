package org.datxa;

import jakarta.transaction.TransactionManager;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.datxa.internal.DatXaRuntime;
import org.datxa.internal.config.SettingsReader;
import org.datxa.internal.protocol.Event;
import org.datxa.internal.work.Listeners;
import org.datxa.journal.Journal;

/**
 * Collects a configuration, then starts DatXA. The keys are those of the configuration reference,
 * whether they come from here, from a file or from a framework.
 */
public final class DatXaBuilder {
  private final Map<String, String> values = new TreeMap<>();
  private TransactionManager manager;
  private BooleanSupplier onlyReads = () -> false;
  private Consumer<OperatorEvent> listener = event -> {};
  private BiConsumer<UUID, Outcome> outcomes = (datTxn, outcome) -> {};
  private ResourceWrapping wrapping = (resource, name) -> resource;
  private UnaryOperator<Journal> aroundJournal = UnaryOperator.identity();

  DatXaBuilder() {}

  /**
   * Sets one key.
   *
   * @param key the key, for example {@code journal.intent}
   * @param value its value
   * @return this builder
   */
  public DatXaBuilder set(String key, String value) {
    values.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
    return this;
  }

  /**
   * Sets many keys.
   *
   * @param properties keys and values, as in a properties file
   * @return this builder
   */
  public DatXaBuilder properties(Properties properties) {
    properties.stringPropertyNames().forEach(key -> set(key, properties.getProperty(key)));
    return this;
  }

  /**
   * Says where the journal is.
   *
   * @param url {@code jdbc:postgresql:…}, {@code store:<name>} or {@code file:///…}
   * @return this builder
   */
  public DatXaBuilder journal(String url) {
    return set("journal", url);
  }

  /**
   * Adds a store.
   *
   * @param name its name: a lower-case letter, then letters, digits, {@code _} or {@code -}
   * @param kind its kind, for example {@code postgresql}
   * @param properties its properties
   * @return this builder
   */
  public DatXaBuilder store(String name, String kind, Map<String, String> properties) {
    set("stores." + name + ".kind", kind);
    properties.forEach((key, value) -> set("stores." + name + "." + key, value));
    return this;
  }

  /**
   * Joins the transactions of a transaction manager.
   *
   * @param transactionManager the application's transaction manager
   * @return this builder
   */
  public DatXaBuilder transactionManager(TransactionManager transactionManager) {
    this.manager = Objects.requireNonNull(transactionManager, "transactionManager");
    return this;
  }

  /**
   * Has each store enlisted as a resource of its own, where it can prepare; the others share one.
   * The transaction manager then decides between them, with its own log.
   *
   * @return this builder
   */
  public DatXaBuilder split() {
    return set("shape", "split");
  }

  /**
   * Asks, when a transaction of the manager is first worked in, whether it was declared to only
   * read. Stores then refuse its writes. JTA has no word for it, but frameworks have.
   *
   * @param declared asked in the thread that works; it answers at once
   * @return this builder
   */
  public DatXaBuilder readOnlyWhen(BooleanSupplier declared) {
    this.onlyReads = Objects.requireNonNull(declared, "declared");
    return this;
  }

  /**
   * Wraps the resources that the transaction manager gets, as the module for that manager says.
   *
   * @param around what is put around them
   * @return this builder
   */
  public DatXaBuilder resources(ResourceWrapping around) {
    this.wrapping = Objects.requireNonNull(around, "around");
    return this;
  }

  /**
   * Puts something around the journal that the configuration names, for example to measure it. What
   * is put there keeps the contract of a journal: it passes every call on once and answers what was
   * answered.
   *
   * @param around what is put around it
   * @return this builder
   */
  public DatXaBuilder aroundJournal(UnaryOperator<Journal> around) {
    this.aroundJournal = Objects.requireNonNull(around, "around");
    return this;
  }

  /**
   * Has a listener told of the outcome of each meta-transaction that this process ends: COMMITTED,
   * PENDING, ABORTED or IN_DOUBT, before the caller is answered, on the caller's thread. What
   * recovery in this process finishes or rolls back is told again as COMMITTED or ABORTED; an
   * outcome may be told more than once, and is told to the process that brings it about only. What
   * only read has none, nor have branches that a manager ends itself ({@code shape: split}). It
   * must return soon; what it throws is logged.
   *
   * @param told the listener
   * @return this builder
   */
  public DatXaBuilder outcomeListener(BiConsumer<UUID, Outcome> told) {
    this.outcomes = Objects.requireNonNull(told, "told");
    return this;
  }

  /**
   * Has a listener told of everything that an operator should know. It must return soon.
   *
   * @param told the listener
   * @return this builder
   */
  public DatXaBuilder operatorListener(Consumer<OperatorEvent> told) {
    this.listener = Objects.requireNonNull(told, "told");
    return this;
  }

  /**
   * Checks everything, then starts.
   *
   * @return the deployment; close it
   * @throws org.datxa.spi.error.ConfigurationRefused with all findings, if there are any; nothing
   *     is left running
   */
  public DatXA start() {
    return new DatXA(
        DatXaRuntime.start(
            SettingsReader.read(values),
            aroundJournal,
            manager,
            wrapping,
            onlyReads,
            new Listeners(event -> listener.accept(told(event)), outcomes)));
  }

  private static OperatorEvent told(Event event) {
    return new OperatorEvent(
        event.kind().number(),
        event.kind().name(),
        java.util.Optional.ofNullable(event.datTxn()),
        java.util.Optional.ofNullable(event.store()),
        event.detail());
  }

  @Override
  public String toString() {
    return "DatXaBuilder" + values.keySet();
  }
}
