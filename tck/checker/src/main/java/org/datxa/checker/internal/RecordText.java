package org.datxa.checker.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/** What the text columns of a record tell. */
final class RecordText {
  private static final Set<String> STATES =
      Set.of("ACTIVE", "PREPARED", "COMMITTED", "DONE", "ABORTED");
  private static final Pattern PROGRESS = Pattern.compile("(\\d{1,18}) (\\{.*\\})");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String datTxn;
  private final List<String> stores = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> heuristics = new ArrayList<>();

  private RecordText(String datTxn) {
    this.datTxn = datTxn;
  }

  static JournalSeen.Entry entry(
      String datTxn, String state, long datTxTime, String branches, String progress) {
    RecordText text = new RecordText(datTxn);
    if (!STATES.contains(state)) {
      text.problems.add("the state " + state);
    }
    try {
      text.branches(branches);
      text.progress(progress, branches);
    } catch (JsonProcessingException e) {
      text.problems.add("text that is no JSON: " + e.getOriginalMessage());
    }
    return new JournalSeen.Entry(
        datTxn, state, datTxTime, text.stores, text.problems, text.heuristics);
  }

  private void branches(String branches) throws JsonProcessingException {
    for (JsonNode branch : JSON.readTree(branches)) {
      String store = branch.path("store").asText();
      String gid = branch.path("gid").asText();
      if (!gid.equals("dat:" + datTxn + ":" + store)) {
        problems.add("the gid " + gid + " for the store " + store);
      }
      stores.add(store);
    }
  }

  private void progress(String progress, String branches) throws JsonProcessingException {
    Matcher parts = PROGRESS.matcher(progress == null ? "" : progress);
    if (!parts.matches()) {
      problems.add("the progress " + progress);
      return;
    }
    JsonNode json = JSON.readTree(parts.group(2));
    json.path("heuristics")
        .properties()
        .forEach(it -> heuristics.add(it.getKey() + ": " + it.getValue().asText()));
    String checksum = checksum(branches);
    if (!json.path("crc").asText().equals(checksum)) {
      problems.add("the checksum " + json.path("crc") + " over branches of " + checksum);
    }
  }

  private static String checksum(String branches) {
    CRC32C crc = new CRC32C();
    crc.update(branches.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue());
  }
}
