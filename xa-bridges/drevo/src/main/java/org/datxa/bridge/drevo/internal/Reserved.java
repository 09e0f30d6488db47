package org.datxa.bridge.drevo.internal;

import org.datxa.spi.error.StoreException;

/** Asks and settles on the reserved connections, each time outside of any transaction. S5 */
record Reserved(Links links, Answers answers) {
  private static final int AGAIN = 2;

  /** Asks what changes nothing, and so may be asked again on another connection. */
  <T> T read(String what, Question<T> question) throws StoreException {
    for (int left = AGAIN; ; left--) {
      Link link = borrow(what);
      try {
        return question.put(link);
      } catch (LinkException e) {
        if (left == 0 || !e.maybeStale()) {
          throw answers.after(what, e);
        }
        link.destroy();
      } finally {
        links.giveBack(link);
      }
    }
  }

  <T> T ask(String what, Question<T> question) throws StoreException {
    Link link = borrow(what);
    try {
      return question.put(link);
    } catch (LinkException e) {
      throw answers.after(what, e);
    } finally {
      links.giveBack(link);
    }
  }

  private Link borrow(String what) throws StoreException {
    try {
      return links.borrow();
    } catch (LinkException e) {
      throw answers.refused(what + ": no connection", e);
    }
  }

  /** Something to ask the server. */
  @FunctionalInterface
  interface Question<T> {
    T put(Link link) throws LinkException, StoreException;
  }
}
