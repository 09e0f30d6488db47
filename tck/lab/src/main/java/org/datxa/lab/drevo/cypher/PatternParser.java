package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;

/** Reads patterns. */
final class PatternParser {

  private final Tokens tokens;
  private final AtomParser maps;

  PatternParser(Tokens tokens, AtomParser maps) {
    this.tokens = tokens;
    this.maps = maps;
  }

  /** Whether the bracket that follows is a node with a relationship after it. */
  static boolean follows(Tokens tokens) {
    int ahead = 0;
    int open = 0;
    do {
      Token token = tokens.peek(ahead++);
      open += token.isSymbol("(") ? 1 : 0;
      open -= token.isSymbol(")") ? 1 : 0;
      if (token.kind() == Token.Kind.END) {
        return false;
      }
    } while (open > 0);
    ahead += tokens.peek(ahead).isSymbol("<") ? 1 : 0;
    Token next = tokens.peek(ahead + 1);
    return tokens.peek(ahead).isSymbol("-") && (next.isSymbol("-") || next.isSymbol("["));
  }

  static List<String> labels(Tokens tokens) {
    List<String> labels = new ArrayList<>();
    while (tokens.takeSymbol(":")) {
      labels.add(tokens.needName("a label"));
    }
    return List.copyOf(labels);
  }

  List<Pattern> patterns() {
    List<Pattern> patterns = new ArrayList<>();
    do {
      patterns.add(pattern());
    } while (tokens.takeSymbol(","));
    return List.copyOf(patterns);
  }

  Pattern pattern() {
    String name = null;
    if (tokens.peek().isName() && tokens.peek(1).isSymbol("=")) {
      name = variable();
      tokens.needSymbol("=");
    }
    if (tokens.peek().isName()) {
      throw Refusal.unsupported(tokens.next().text() + " in a pattern");
    }
    return path(name);
  }

  Pattern path(String name) {
    List<Pattern.NodePart> nodes = new ArrayList<>();
    List<Pattern.EdgePart> edges = new ArrayList<>();
    nodes.add(node());
    while (tokens.isSymbol("-") || tokens.isSymbol("<")) {
      edges.add(edge());
      nodes.add(node());
    }
    return new Pattern(name, List.copyOf(nodes), List.copyOf(edges));
  }

  private Pattern.NodePart node() {
    tokens.needSymbol("(");
    String name = tokens.peek().isName() ? variable() : null;
    List<String> labels = labels(tokens);
    Atoms.MapOf properties = properties();
    tokens.needSymbol(")");
    return new Pattern.NodePart(name, labels, properties);
  }

  private String variable() {
    if (AtomParser.isReserved(tokens.peek())) {
      throw tokens.unexpected("a variable");
    }
    return tokens.needName("a variable");
  }

  private Atoms.MapOf properties() {
    return tokens.isSymbol("{") ? maps.map() : null;
  }

  private Pattern.EdgePart edge() {
    boolean in = tokens.takeSymbol("<");
    tokens.needSymbol("-");
    Pattern.EdgePart detail =
        tokens.isSymbol("[") ? detail() : new Pattern.EdgePart(null, List.of(), null, null, null);
    tokens.needSymbol("-");
    boolean out = tokens.takeSymbol(">");
    Pattern.Direction direction = in ? Pattern.Direction.IN : Pattern.Direction.OUT;
    return new Pattern.EdgePart(
        detail.name(),
        detail.types(),
        detail.properties(),
        in == out ? Pattern.Direction.BOTH : direction,
        detail.length());
  }

  private Pattern.EdgePart detail() {
    tokens.needSymbol("[");
    String name = tokens.peek().isName() ? variable() : null;
    List<String> types = types();
    Pattern.Length length = tokens.takeSymbol("*") ? length() : null;
    Atoms.MapOf properties = properties();
    tokens.needSymbol("]");
    return new Pattern.EdgePart(name, types, properties, null, length);
  }

  private List<String> types() {
    List<String> types = new ArrayList<>();
    if (tokens.takeSymbol(":")) {
      do {
        tokens.takeSymbol(":");
        types.add(tokens.needName("a type"));
      } while (tokens.takeSymbol("|"));
    }
    return List.copyOf(types);
  }

  private Pattern.Length length() {
    int least = number(1);
    boolean open = tokens.takeSymbol("..");
    boolean alone = !open && tokens.peek(-1).kind() == Token.Kind.INTEGER;
    return new Pattern.Length(least, alone ? least : number(Integer.MAX_VALUE));
  }

  private int number(int otherwise) {
    if (tokens.peek().kind() != Token.Kind.INTEGER) {
      return otherwise;
    }
    long number = (Long) Numerals.integer(tokens.next().text(), false);
    return (int) Math.min(number, Integer.MAX_VALUE);
  }
}
