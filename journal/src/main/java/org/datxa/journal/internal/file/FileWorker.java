package org.datxa.journal.internal.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.datxa.journal.JournalException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only thread that touches the database: it takes all that has queued, runs it, and forces it
 * to disk once. So it is the gate (J10), writes of many callers share one sync, and an interrupt of
 * a caller cannot close the file's channel.
 */
final class FileWorker {
  private static final Logger LOG = LoggerFactory.getLogger(FileWorker.class);
  private static final Duration BOUND = Duration.ofSeconds(30);

  private final BlockingQueue<FileTask<?>> queue = new LinkedBlockingQueue<>();
  private final FileTask<Void> stop = FileTask.reading("the end", database -> null);
  private final FileSession session;
  private final Thread thread;
  private boolean started;
  private boolean closed;

  FileWorker(FileSession session) {
    this.session = session;
    this.thread = new Thread(this::loop, "datxa-journal-file");
    this.thread.setDaemon(true);
  }

  <T> T call(FileTask<T> task) throws JournalException {
    submit(task);
    return task.await(BOUND.toNanos());
  }

  private synchronized void submit(FileTask<?> task) {
    if (closed) {
      task.refuse("the journal is closed", null);
      return;
    }
    if (!started) {
      started = true;
      thread.start();
    }
    queue.add(task);
  }

  /** Serves what has queued, then closes the file. */
  void close() {
    if (!stopped()) {
      return;
    }
    try {
      thread.join(BOUND.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean stopped() {
    if (started && !closed) {
      queue.add(stop);
    }
    closed = true;
    return started;
  }

  private void loop() {
    try {
      boolean more = true;
      while (more) {
        more = serve(nextBatch());
      }
    } catch (InterruptedException e) {
      LOG.warn("The journal's worker was interrupted; the journal is closed", e);
    } finally {
      session.close();
      refuseRest();
    }
  }

  private List<FileTask<?>> nextBatch() throws InterruptedException {
    List<FileTask<?>> batch = new ArrayList<>();
    batch.add(queue.take());
    queue.drainTo(batch);
    return batch;
  }

  private boolean serve(List<FileTask<?>> batch) {
    boolean last = batch.remove(stop);
    batch.removeIf(task -> !task.claim());
    session.serve(batch);
    return !last;
  }

  private synchronized void refuseRest() {
    closed = true;
    queue.forEach(task -> task.refuse("the journal is closed", null));
  }
}
