package org.datxa.bridge.clickhouse.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Cuts pieces of SQL that the server wrote, such as keys and definitions. */
public final class Fragments {
  private Fragments() {}

  /**
   * Whether a word stands outside quotes.
   *
   * @param sql any piece
   * @param word the word, in any case
   * @return true if it does
   */
  public static boolean hasWord(String sql, String word) {
    return tokens(sql).stream().anyMatch(token -> token.isWord(word));
  }

  /**
   * Whether two words follow one another outside quotes.
   *
   * @param sql any piece
   * @param first the one, in any case
   * @param second the other, in any case
   * @return true if they do
   */
  public static boolean hasWords(String sql, String first, String second) {
    List<Token> tokens = tokens(sql);
    return IntStream.range(1, tokens.size())
        .anyMatch(i -> tokens.get(i - 1).isWord(first) && tokens.get(i).isWord(second));
  }

  /**
   * The elements of a piece that is one pair of brackets; else the piece itself.
   *
   * @param sql a piece, such as {@code (a, f(b, c))}
   * @return its elements
   */
  public static List<String> tuple(String sql) {
    String whole = sql.strip();
    if (!whole.startsWith("(") || closing(whole, 0) != whole.length() - 1) {
      return List.of(whole);
    }
    String inner = whole.substring(1, whole.length() - 1);
    List<Integer> cuts = new ArrayList<>();
    int depth = 0;
    for (Token token : tokens(inner)) {
      depth += depthOf(token);
      if (depth == 0 && token.isSign(',')) {
        cuts.add(token.start());
      }
    }
    cuts.add(inner.length());
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int cut : cuts) {
      parts.add(inner.substring(start, cut).strip());
      start = cut + 1;
    }
    return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.toList());
  }

  /**
   * Where a bracket closes.
   *
   * @param sql a piece
   * @param open where the bracket opens
   * @return the place of its other half
   */
  public static int closing(String sql, int open) {
    int depth = 0;
    for (Token token : tokens(sql.substring(open))) {
      depth += depthOf(token);
      if (depth == 0) {
        return open + token.start();
      }
    }
    return sql.length() - 1;
  }

  /**
   * What follows the second of two words, when the piece begins with the first.
   *
   * @param sql a piece
   * @param first its first word
   * @param second the word after which the rest is wanted, the third token
   * @return the rest
   */
  public static Optional<String> afterWords(String sql, String first, String second) {
    List<Token> tokens = tokens(sql);
    boolean fits = tokens.size() > 3 && tokens.get(0).isWord(first) && tokens.get(2).isWord(second);
    return fits ? Optional.of(sql.substring(tokens.get(3).start())) : Optional.empty();
  }

  /**
   * What is assigned to a word.
   *
   * @param sql a piece with settings
   * @param word the name of the setting
   * @return the token after the equals sign
   */
  public static Optional<String> afterAssignment(String sql, String word) {
    List<Token> tokens = tokens(sql);
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (tokens.get(i).isWord(word) && tokens.get(i + 1).isSign('=')) {
        return Optional.of(tokens.get(i + 2).text());
      }
    }
    return Optional.empty();
  }

  private static int depthOf(Token token) {
    boolean opens = token.isSign('(') || token.isSign('[');
    boolean closes = token.isSign(')') || token.isSign(']');
    return opens ? 1 : closes ? -1 : 0;
  }

  private static List<Token> tokens(String sql) {
    try {
      return Tokens.of(sql);
    } catch (SqlRefused e) {
      throw new IllegalArgumentException("Not understood: " + sql, e);
    }
  }
}
