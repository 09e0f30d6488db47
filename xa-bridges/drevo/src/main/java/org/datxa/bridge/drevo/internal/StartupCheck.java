package org.datxa.bridge.drevo.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.spi.Finding;
import org.datxa.spi.Gid;

/** Looks at everything that a branch will need. */
final class StartupCheck {
  private final DrevoSettings settings;
  private final List<Finding> findings = new ArrayList<>();

  StartupCheck(DrevoSettings settings) {
    this.settings = settings;
  }

  List<Finding> run(Links links) {
    timeouts();
    Link link;
    try {
      link = links.borrow();
    } catch (LinkException e) {
      find(
          "cannot connect to " + settings.place() + ": " + e.getMessage(),
          "start the server with DREVO_BOLT_PORT set, or correct url, user and password");
      return findings;
    }
    try {
      if (server(link)) {
        procedures(link);
        journal(link);
        markers(link);
      }
    } finally {
      links.giveBack(link);
    }
    return findings;
  }

  private void timeouts() {
    if (settings.preparedTimeouts().tooShort()) {
      find(
          "the server rolls back by itself what is prepared longer than "
              + settings.preparedTimeouts().server()
              + " ms, which is less than finish_within_ms ("
              + settings.preparedTimeouts().finish()
              + ")",
          "raise DREVO_PREPARED_TX_TIMEOUT_SECS (and prepared_timeout_ms), or leave it out");
    }
  }

  private boolean server(Link link) {
    try {
      String agent = link.agent();
      if (!agent.contains("drevo")) {
        find("the server is no drevo but " + agent, "let the url name a drevo server");
        return false;
      }
      return true;
    } catch (LinkException e) {
      boolean missing = e.code().equals(DrevoErrors.NO_DATABASE);
      find(
          missing
              ? "there is no database '" + settings.place().database() + "'"
              : "the server cannot be asked: " + e.getMessage(),
          missing ? "create it, or correct 'database'" : "correct what the server complains about");
      return false;
    }
  }

  private void procedures(Link link) {
    try {
      link.alone(PreparedList.ALL);
    } catch (LinkException e) {
      find(
          "prepared transactions cannot be listed: " + e.getMessage(),
          "use a drevo with two-phase commit");
    }
  }

  /** D3: what is prepared here would stop the journal that is to decide about it. */
  private void journal(Link link) {
    try {
      if (!link.alone(BindingNodes.JOURNAL).list().isEmpty()) {
        findings.add(BindingNodes.journalHere(settings.name()));
      }
    } catch (LinkException e) {
      find("cannot be read: " + e.getMessage(), "correct what the server complains about");
    }
  }

  /** Makes the marker of somebody who never was, twice, and takes it back. */
  private void markers(Link link) {
    Gid nobody = new Gid(UUID.randomUUID(), settings.name());
    try {
      link.begin();
      link.run(Markers.tombstone(nobody));
      if (!refusesTwice(link, nobody)) {
        find("titles are not unique, so markers prove nothing", "use a drevo that keeps them so");
      }
    } catch (LinkException e) {
      find("takes no markers: " + e.getMessage(), "correct what the server complains about");
    } finally {
      link.rollback();
    }
  }

  private static boolean refusesTwice(Link link, Gid nobody) throws LinkException {
    try {
      link.run(Markers.tombstone(nobody));
      return false;
    } catch (LinkException e) {
      if (DrevoErrors.isTitleTaken(e)) {
        return true;
      }
      throw e;
    }
  }

  private void find(String problem, String nextStep) {
    findings.add(new Finding(settings.name(), problem, nextStep));
  }
}
