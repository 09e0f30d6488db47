package org.datxa.journal.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.datxa.journal.Progress;
import org.datxa.spi.Claim;

/**
 * The column {@code progress}: {@code <version> <json>}. The first fields stand at a fixed place,
 * for the statements that look for them; the checksum of {@code branches} stands last and has a
 * fixed length, so that a compare-and-set carries it over without reading {@code branches}.
 */
final class ProgressText {
  /** How many characters of a progress are the checksum and what closes it. */
  static final int TAIL = ",\"crc\":\"01234567\"}".length();

  private static final Pattern FORM = Pattern.compile("(0|[1-9][0-9]{0,17}) (\\{.*\\})");
  private static final List<String> FIELDS =
      List.of("listed", "cleaned", "claims", "applied", "heuristics", "crc");
  private static final List<String> CLAIM = List.of("owner", "number", "deadline", "quiet");

  private ProgressText() {}

  /** A progress as it was read, with the checksum of the branches beside it. */
  record Read(Progress progress, String checksum) {}

  /** Everything before the tail. */
  static String head(Progress progress) {
    ObjectNode node = Json.NODES.objectNode();
    node.put("listed", progress.listedSinceMillis()).put("cleaned", progress.cleaned());
    ObjectNode claims = node.putObject("claims");
    new TreeMap<>(progress.claims()).forEach((store, claim) -> put(claims.putObject(store), claim));
    putAll(node.putObject("applied"), progress.applied());
    putAll(node.putObject("heuristics"), progress.heuristics());
    String json = Json.write(node);
    return progress.version() + " " + json.substring(0, json.length() - 1);
  }

  static String tail(String branches) {
    return ",\"crc\":\"" + BranchesText.checksum(branches) + "\"}";
  }

  private static void put(ObjectNode node, Claim claim) {
    node.put("owner", claim.owner())
        .put("number", claim.number())
        .put("deadline", claim.deadlineMillis())
        .put("quiet", claim.quietMillis());
  }

  private static void putAll(ObjectNode node, Map<String, String> map) {
    new TreeMap<>(map).forEach(node::put);
  }

  static Read read(String text) throws Unreadable {
    Matcher matcher = FORM.matcher(text == null ? "" : text);
    if (!matcher.matches()) {
      throw new Unreadable("progress: not a version and an object", null);
    }
    ObjectNode node = Json.object(Json.parse(matcher.group(2)), FIELDS);
    Progress progress =
        new Progress(
            Long.parseLong(matcher.group(1)),
            claims(node.get("claims")),
            texts(node.get("applied")),
            texts(node.get("heuristics")),
            Json.flag(node, "cleaned"),
            Json.number(node, "listed"));
    return new Read(progress, Json.text(node, "crc"));
  }

  private static Map<String, Claim> claims(JsonNode node) throws Unreadable {
    Map<String, Claim> claims = new HashMap<>();
    for (Map.Entry<String, JsonNode> entry : entries(node)) {
      claims.put(entry.getKey(), claim(Json.object(entry.getValue(), CLAIM)));
    }
    return claims;
  }

  private static Claim claim(ObjectNode node) throws Unreadable {
    try {
      return new Claim(
          Json.text(node, "owner"),
          Math.toIntExact(Json.number(node, "number")),
          Json.number(node, "deadline"),
          Json.number(node, "quiet"));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new Unreadable("progress: " + e.getMessage(), e);
    }
  }

  private static Map<String, String> texts(JsonNode node) throws Unreadable {
    Map<String, String> texts = new HashMap<>();
    for (Map.Entry<String, JsonNode> entry : entries(node)) {
      if (!entry.getValue().isTextual()) {
        throw new Unreadable("progress: '" + entry.getKey() + "' is not text", null);
      }
      texts.put(entry.getKey(), entry.getValue().textValue());
    }
    return texts;
  }

  private static Iterable<Map.Entry<String, JsonNode>> entries(JsonNode node) throws Unreadable {
    if (!(node instanceof ObjectNode object)) {
      throw new Unreadable("progress: not an object", null);
    }
    Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
    return () -> fields;
  }
}
