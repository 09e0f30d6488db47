package org.datxa.internal.jta;

import java.util.LinkedHashSet;
import java.util.Set;

/** The xids that were noted last, up to a number; the oldest ones are forgotten. */
final class RecentXids {
  private final Set<String> noted = new LinkedHashSet<>();
  private final int most;

  RecentXids(int most) {
    this.most = most;
  }

  synchronized void add(String xid) {
    noted.remove(xid);
    noted.add(xid);
    if (noted.size() > most) {
      noted.remove(noted.iterator().next());
    }
  }

  synchronized boolean remove(String xid) {
    return noted.remove(xid);
  }

  synchronized boolean contains(String xid) {
    return noted.contains(xid);
  }
}
