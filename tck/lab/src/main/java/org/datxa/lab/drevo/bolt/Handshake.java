package org.datxa.lab.drevo.bolt;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** The choice of a protocol version. */
final class Handshake {

  static final int MAGIC = 0x6060B017;
  static final int V4_4 = 0x0404;
  static final int V4_3 = 0x0304;
  private static final int PROPOSALS = 4;
  private static final int MINOR_AND_MAJOR = 0xFFFF;

  private Handshake() {}

  /** Answers the first proposal that is known; false when there is none and all is over. */
  static boolean accept(DataInputStream in, DataOutputStream out) throws IOException {
    if (in.readInt() != MAGIC) {
      return false;
    }
    int[] proposals = new int[PROPOSALS];
    for (int i = 0; i < PROPOSALS; i++) {
      // the byte with the range of minor versions is not looked at
      proposals[i] = in.readInt() & MINOR_AND_MAJOR;
    }
    int chosen = Arrays.stream(proposals).filter(p -> p == V4_4 || p == V4_3).findFirst().orElse(0);
    out.writeInt(chosen);
    out.flush();
    return chosen != 0;
  }
}
