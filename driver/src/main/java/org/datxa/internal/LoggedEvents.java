package org.datxa.internal;

import java.util.function.Consumer;
import org.datxa.internal.protocol.Event;
import org.slf4j.Logger;

/** Logs every event under its number, then tells the application's listener. */
final class LoggedEvents implements Consumer<Event> {
  private final Logger log;
  private final Consumer<Event> listener;

  LoggedEvents(Logger log, Consumer<Event> listener) {
    this.log = log;
    this.listener = listener;
  }

  @Override
  public void accept(Event event) {
    switch (event.kind()) {
      case RECOVERED, ROLLED_BACK, PROGRESS -> log.info("{}", event);
      case STUCK,
          WAITING_FOR_MANAGER,
          HEURISTIC,
          STORE_NOT_HERE,
          CORRUPT,
          BELOW_WATERMARK,
          UNREACHABLE,
          STAGED_LEFTOVER ->
          log.warn("{}", event);
    }
    try {
      listener.accept(event);
    } catch (RuntimeException | Error e) { // whatever it is, no transaction depends on it
      log.warn("The operator listener failed on {}.", event, e);
    }
  }
}
