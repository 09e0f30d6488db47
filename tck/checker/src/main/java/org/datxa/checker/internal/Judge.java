package org.datxa.checker.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.Violation;
import org.datxa.checker.Violation.Kind;
import org.datxa.checker.internal.Scene.Fate;
import org.datxa.checker.internal.StoreSeen.StagedFile;

/** Holds what was seen against what was attempted. Reads nothing itself. */
public final class Judge {
  private static final Pattern GID = Pattern.compile("dat:([0-9a-f-]{36}):.*");
  private final Scene scene;

  /**
   * All that is to be judged.
   *
   * @param attempts what was attempted
   * @param stores what was seen in each store
   * @param journal what was seen in the journal; empty when there is none
   * @param expected what may be expected
   */
  public Judge(
      List<Attempt> attempts,
      Map<String, StoreSeen> stores,
      Optional<JournalSeen> journal,
      Expectations expected) {
    this.scene = new Scene(attempts, stores, journal, expected);
  }

  /**
   * Judges.
   *
   * @return all that is wrong
   */
  public List<Violation> violations() {
    scene.stores.forEach(this::store);
    new MarkerJudge(scene).judge();
    new RecordJudge(scene).judge();
    return scene.violations();
  }

  private void store(String store, StoreSeen seen) {
    seen.faults().forEach(scene::add);
    if (!scene.expected.running()) {
      seen.prepared().forEach(gid -> prepared(store, gid));
    }
    seen.staged().stream()
        .filter(this::isLeftOver)
        .forEach(
            file ->
                scene.add(
                    Kind.STAGED_LEFT,
                    store,
                    file.datTxn(),
                    scene.nameOf(file.datTxn()),
                    "no staged file",
                    file.path()));
    if (seen.readable()) {
      new RowJudge(scene, store, Scene.byId(seen)).judge();
    }
  }

  private void prepared(String store, String gid) {
    Matcher ours = GID.matcher(gid);
    String txn = ours.matches() ? ours.group(1) : "";
    scene.add(
        Kind.PREPARED_LEFT, store, txn, scene.nameOf(txn), "nothing prepared", "the gid " + gid);
  }

  /** What committed may have left the file of a try that lost; the next sweep takes it. */
  private boolean isLeftOver(StagedFile file) {
    Optional<Attempt> of = scene.attempt(file.datTxn());
    boolean answered = of.filter(it -> it.answer() == Answer.ABORTED).isPresent();
    boolean tolerated = scene.expected.unswept() || scene.expected.running();
    return of.map(it -> scene.fate(it) == Fate.ABSENT).orElse(true) && (answered || !tolerated);
  }
}
