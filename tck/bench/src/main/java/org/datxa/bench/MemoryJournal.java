package org.datxa.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.Finding;

/** A journal that costs nothing and keeps nothing that is done. */
final class MemoryJournal implements Journal {
  private final Map<UUID, JournalRecord> open = new ConcurrentHashMap<>();
  private final UUID id = UUID.randomUUID();

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public String location() {
    return "memory";
  }

  @Override
  public List<Finding> check() {
    return List.of();
  }

  @Override
  public void insert(JournalRecord record) throws JournalException {
    if (open.putIfAbsent(record.datTxn(), record) != null) {
      throw new JournalConflict("There is a record of " + record.datTxn(), null);
    }
  }

  @Override
  public void advance(RecordHead read, RecordHead next) {
    if (next.state() == State.DONE) {
      open.remove(read.datTxn());
    }
  }

  @Override
  public Optional<JournalRecord> find(UUID datTxn) {
    return Optional.ofNullable(open.get(datTxn));
  }

  @Override
  public Optional<JournalRecord> findByXid(String xid) {
    return Optional.empty();
  }

  @Override
  public List<RecordHead> listed() {
    return List.of();
  }

  @Override
  public List<RecordHead> scan(
      Set<State> states, long updatedBeforeMillis, Optional<UUID> after, int limit) {
    return List.of();
  }

  @Override
  public DecisionWrite decision(JournalRecord record) {
    return connection -> open.put(record.datTxn(), record);
  }

  @Override
  public long watermarkMillis() {
    return 0;
  }

  @Override
  public long compact(long watermarkMillis, Counter counter) {
    return 0;
  }

  @Override
  public long raiseClock(long ceiling) {
    return ceiling;
  }

  @Override
  public long serverMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public void register(String store) {}

  @Override
  public Set<String> registered() {
    return Set.of();
  }

  int size() {
    return open.size();
  }

  @Override
  public void close() {}
}
