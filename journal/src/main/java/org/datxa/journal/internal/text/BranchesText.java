package org.datxa.journal.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.datxa.journal.BranchRecord;
import org.datxa.spi.Gid;
import org.datxa.spi.Payload;

/** The column {@code branches}: a JSON list of {@code {store, gid, two_phase, payload}}. */
final class BranchesText {
  private static final List<String> FIELDS = List.of("store", "gid", "two_phase", "payload");

  private BranchesText() {}

  static String write(List<BranchRecord> branches) {
    ArrayNode list = Json.NODES.arrayNode();
    for (BranchRecord branch : branches) {
      list.addObject()
          .put("store", branch.store())
          .put("gid", branch.gid().text())
          .put("two_phase", branch.twoPhase())
          .put("payload", Base64.getEncoder().encodeToString(branch.payload().bytes()));
    }
    return Json.write(list);
  }

  static List<BranchRecord> read(UUID datTxn, String text) throws Unreadable {
    if (!(Json.parse(text) instanceof ArrayNode list)) {
      throw new Unreadable("branches: not a list", null);
    }
    List<BranchRecord> branches = new ArrayList<>();
    Set<String> stores = new HashSet<>();
    for (JsonNode node : list) {
      BranchRecord branch = branch(datTxn, Json.object(node, FIELDS));
      if (!stores.add(branch.store())) {
        throw new Unreadable("branches: store '" + branch.store() + "' twice", null);
      }
      branches.add(branch);
    }
    return List.copyOf(branches);
  }

  private static BranchRecord branch(UUID datTxn, ObjectNode node) throws Unreadable {
    String text = Json.text(node, "gid");
    Gid gid =
        Gid.parse(text)
            .orElseThrow(() -> new Unreadable("branches: '" + text + "' is not a gid", null));
    if (!gid.datTxn().equals(datTxn) || !gid.store().equals(Json.text(node, "store"))) {
      throw new Unreadable("branches: " + gid + " is not the gid of its row and store", null);
    }
    return new BranchRecord(gid, Json.flag(node, "two_phase"), payload(Json.text(node, "payload")));
  }

  private static Payload payload(String text) throws Unreadable {
    try {
      return Payload.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new Unreadable("branches: a payload is not base64", e);
    }
  }

  static String checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue());
  }
}
