package org.datxa.bridge.drevo.internal;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.datxa.bridge.drevo.internal.CypherWords.Role;
import org.datxa.bridge.drevo.internal.CypherWords.Word;

/**
 * What can be told of a statement without asking the server, which tells nothing about writing. D2
 *
 * @param reading whether it certainly reads only; whatever is not clear is taken for a write
 * @param refused what in it the application may not do in a store, if anything
 */
record CypherLook(boolean reading, Optional<String> refused) {
  private static final Set<String> FIRST = Set.of("MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN");

  /** Everything that starts something else than reading, in drevo or elsewhere. */
  private static final Set<String> WRITING =
      Set.of(
          "CREATE",
          "MERGE",
          "SET",
          "DELETE",
          "DETACH",
          "NODETACH",
          "REMOVE",
          "FOREACH",
          "CALL",
          "LOAD",
          "INSERT",
          "DROP",
          "ALTER",
          "RENAME",
          "COPY",
          "GRANT",
          "REVOKE",
          "DENY",
          "USE",
          "START",
          "STOP",
          "SHOW",
          "TERMINATE",
          "BEGIN",
          "COMMIT",
          "ROLLBACK",
          "EXPLAIN",
          "PROFILE",
          "CYPHER",
          "USING");

  private static final Set<String> OURS =
      Set.of(Markers.LABEL, BindingNodes.LABEL, BindingNodes.PLACE_LABEL);

  static CypherLook at(String cypher) {
    CypherWords text = CypherWords.of(cypher);
    List<Word> words = text.words();
    boolean reading =
        !text.unclear()
            && !words.isEmpty()
            && words.get(0).role() == Role.BARE
            && FIRST.contains(words.get(0).upper())
            && words.stream().noneMatch(CypherLook::isWriting);
    return new CypherLook(reading, refused(words, reading));
  }

  private static boolean isWriting(Word word) {
    return word.role() == Role.BARE && WRITING.contains(word.upper());
  }

  private static Optional<String> refused(List<Word> words, boolean reading) {
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i).afterDot()
          && words.get(i).upper().equals("TX")
          && words.get(i - 1).upper().equals("DREVO")) {
        return Optional.of("a procedure of drevo.tx");
      }
    }
    return reading
        ? Optional.empty()
        : words.stream()
            .map(Word::text)
            .filter(OURS::contains)
            .findFirst()
            .map(label -> "a change that names the label " + label);
  }
}
