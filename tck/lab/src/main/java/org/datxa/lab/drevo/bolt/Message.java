package org.datxa.lab.drevo.bolt;

import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.pack.Structure;

/** The shapes of the messages that a session understands. */
final class Message {

  private Message() {}

  static boolean isUnderstood(Structure message) {
    List<Object> fields = message.fields();
    return switch (message.tag()) {
      case Tags.HELLO, Tags.BEGIN, Tags.PULL, Tags.DISCARD ->
          fields.size() == 1 && fields.get(0) instanceof Map;
      case Tags.GOODBYE, Tags.RESET, Tags.COMMIT, Tags.ROLLBACK -> fields.isEmpty();
      case Tags.RUN ->
          fields.size() == 3
              && fields.get(0) instanceof String
              && fields.get(1) instanceof Map
              && fields.get(2) instanceof Map;
      default -> false;
    };
  }

  static Map<?, ?> map(Structure message, int field) {
    return (Map<?, ?>) message.fields().get(field);
  }

  static String name(int tag) {
    return switch (tag) {
      case Tags.HELLO -> "HELLO";
      case Tags.GOODBYE -> "GOODBYE";
      case Tags.RESET -> "RESET";
      case Tags.RUN -> "RUN";
      case Tags.BEGIN -> "BEGIN";
      case Tags.COMMIT -> "COMMIT";
      case Tags.ROLLBACK -> "ROLLBACK";
      case Tags.DISCARD -> "DISCARD";
      case Tags.PULL -> "PULL";
      default -> "0x" + Integer.toHexString(tag);
    };
  }
}
