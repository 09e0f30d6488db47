package org.datxa.bridge.drevo.internal;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.datxa.bridge.drevo.DrevoRecord;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.Gid;
import org.datxa.spi.PreparedBranch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the server lists as prepared in this graph. */
record PreparedList(String store, Timing timing) {
  static final Statement ALL = Statement.of("CALL drevo.tx.listPrepared()");
  private static final Logger LOG = LoggerFactory.getLogger(PreparedList.class);

  /** R2: only what is exactly a gid of this store. */
  List<PreparedBranch> of(Link link) throws LinkException {
    List<PreparedBranch> found = new ArrayList<>();
    for (DrevoRecord row : link.alone(ALL)) {
      Gid.parse(String.valueOf(row.value("gid")))
          .filter(gid -> gid.store().equals(store))
          .ifPresent(gid -> found.add(new PreparedBranch(gid, age(row.value("preparedAt")))));
    }
    return found;
  }

  /** X5: only those of a manager that begin as this store's do. */
  List<ForeignGid> foreign(Link link, String prefix) throws LinkException {
    List<ForeignGid> found = new ArrayList<>();
    for (DrevoRecord row : link.alone(ALL)) {
      ForeignGid.parse(String.valueOf(row.value("gid")))
          .filter(gid -> gid.text().startsWith(prefix))
          .ifPresent(found::add);
    }
    return found;
  }

  /**
   * The server shows no clock of its own, so its time of preparing is held against ours. Nothing
   * but the moment of a repair depends on it.
   */
  private long age(Object preparedAt) {
    try {
      long at =
          OffsetDateTime.parse(String.valueOf(preparedAt), DateTimeFormatter.ISO_OFFSET_DATE_TIME)
              .toInstant()
              .toEpochMilli();
      return Math.max(0, timing.millis() - at);
    } catch (DateTimeException e) {
      LOG.warn("Store '{}' lists a time of preparing that cannot be read.", store, e);
      return Long.MAX_VALUE; // better looked at too early than never
    }
  }
}
