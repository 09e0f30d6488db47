package org.datxa.journal.internal.drevo;

import java.util.List;
import java.util.Map;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.datxa.journal.internal.text.Times;

/** Moves the watermark, then deletes what may go, page by page. J4, J9. */
final class Compaction {
  private static final int PAGE = 500;

  private final Exchange exchange;
  private final Writes writes;

  Compaction(Exchange exchange, Writes writes) {
    this.exchange = exchange;
    this.writes = writes;
  }

  long run(long wanted, Journal.Counter counter) throws JournalException {
    // J10: once this is committed, whoever read the watermark before cannot commit any more
    long watermark = writes.submit(Write.watermark(wanted));
    String bound = Nodes.title(Times.bound(watermark));
    long deleted = 0;
    boolean more = true;
    while (more && !Thread.currentThread().isInterrupted()) {
      List<String> page = page(bound);
      long gone = page.isEmpty() ? 0 : writes.submit(Write.deletion(page.get(page.size() - 1)));
      deleted += gone;
      counter.done(deleted);
      more = page.size() == PAGE && gone > 0;
    }
    return deleted;
  }

  private List<String> page(String bound) throws JournalException {
    return exchange.read(
        "the finished records",
        Cypher.DELETABLE,
        Map.of("bound", bound, "limit", PAGE),
        rows -> rows.stream().map(row -> row.get("title").asString()).toList());
  }
}
