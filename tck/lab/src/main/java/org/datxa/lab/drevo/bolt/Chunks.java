package org.datxa.lab.drevo.bolt;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/** Messages as chunks: each with its length before it, and an empty one at the end. */
final class Chunks {

  private static final int LARGEST = 0xFFFF;

  private Chunks() {}

  /** The next message; empty chunks between messages are passed over. */
  static byte[] read(DataInputStream in) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    while (true) {
      int length = in.readUnsignedShort();
      if (length > 0) {
        byte[] chunk = in.readNBytes(length);
        if (chunk.length < length) {
          throw new EOFException("A chunk is cut off");
        }
        message.writeBytes(chunk);
      } else if (message.size() > 0) {
        return message.toByteArray();
      }
    }
  }

  static void write(DataOutputStream out, byte[] message) throws IOException {
    for (int from = 0; from < message.length; from += LARGEST) {
      int length = Math.min(LARGEST, message.length - from);
      out.writeShort(length);
      out.write(message, from, length);
    }
    out.writeShort(0);
  }
}
