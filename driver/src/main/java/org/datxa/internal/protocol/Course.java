package org.datxa.internal.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalRecord;
import org.datxa.spi.Gid;
import org.datxa.spi.Payload;
import org.datxa.spi.Staged;
import org.datxa.spi.Stamp;

/**
 * How far a commit has come: what is known grows from step to step.
 *
 * @param writers who wrote
 * @param readers who only read
 * @param stamp the stamp, once it was taken
 * @param staged by store, what was staged
 * @param prepared stores that were asked to prepare, whatever they answered
 * @param intent the record, once the intent was recorded
 */
record Course(
    List<Participant> writers,
    List<Participant> readers,
    Stamp stamp,
    Map<String, Staged> staged,
    Set<String> prepared,
    Optional<JournalRecord> intent) {

  Course(List<Participant> writers, List<Participant> readers) {
    this(List.copyOf(writers), List.copyOf(readers), null, Map.of(), Set.of(), Optional.empty());
  }

  Course at(Stamp taken) {
    return new Course(writers, readers, taken, staged, prepared, intent);
  }

  Course staged(List<Participant> participants, List<Staged> values) {
    Map<String, Staged> all = new HashMap<>();
    for (int i = 0; i < participants.size(); i++) {
      all.put(participants.get(i).store(), values.get(i));
    }
    return new Course(writers, readers, stamp, Map.copyOf(all), prepared, intent);
  }

  Course preparing(List<Participant> participants) {
    Set<String> all = new HashSet<>(prepared);
    participants.forEach(p -> all.add(p.store()));
    return new Course(writers, readers, stamp, staged, Set.copyOf(all), intent);
  }

  Course intended(JournalRecord record) {
    return new Course(writers, readers, stamp, staged, prepared, Optional.of(record));
  }

  Gid gid(Participant participant) {
    return new Gid(stamp.datTxn(), participant.store());
  }

  long payloadBytes() {
    return staged.values().stream().mapToLong(s -> s.payload().size()).sum();
  }

  List<BranchRecord> branches() {
    List<BranchRecord> all = new ArrayList<>();
    for (Participant writer : writers) {
      Staged work = staged.get(writer.store());
      Payload payload = work == null ? Payload.NONE : work.payload();
      all.add(new BranchRecord(gid(writer), writer.twoPhase(), payload));
    }
    return all;
  }

  Map<String, Integer> chunks() {
    Map<String, Integer> all = new HashMap<>();
    staged.forEach((store, work) -> all.put(store, work.chunks()));
    return all;
  }

  Set<String> fence() {
    Set<String> all = new HashSet<>();
    writers.stream().filter(Participant::preparesLast).forEach(p -> all.add(p.store()));
    return all;
  }

  Set<String> claimed() {
    Set<String> all = new HashSet<>();
    writers.stream().filter(p -> p.claim().isPresent()).forEach(p -> all.add(p.store()));
    return all;
  }
}
