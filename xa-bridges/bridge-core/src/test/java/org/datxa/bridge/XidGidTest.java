package org.datxa.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Random;
import javax.transaction.xa.Xid;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.Gid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XidGidTest {
  private static Xid xid(int formatId, byte[] global, byte[] branch) {
    HexFormat hex = HexFormat.of();
    return XidText.parse(formatId + ":" + hex.formatHex(global) + ":" + hex.formatHex(branch))
        .orElseThrow();
  }

  @Test
  void x5_anyXidComesBackAndFitsIntoThe199BytesOfPostgres() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      byte[] global = new byte[1 + round % 64];
      byte[] branch = new byte[round % 65];
      random.nextBytes(global);
      random.nextBytes(branch);
      Xid xid = xid(random.nextInt(), global, branch);
      ForeignGid gid = XidGid.of("orders", xid);
      assertThat(XidGid.parse("orders", gid)).as("seed %d", seed).contains(xid);
      assertThat(gid.text()).hasSizeLessThan(200).startsWith(XidGid.prefix("orders"));
      assertThat(Gid.parse(gid.text())).isEmpty();
    }
  }

  @Test
  void x5_theLongestXidHas193Characters() {
    Xid xid = xid(Integer.MIN_VALUE, new byte[64], new byte[64]);
    assertThat(XidGid.of("s".repeat(63), xid).text()).hasSize(193);
  }

  @Test
  void x5_anotherStoreDoesNotReadIt() {
    ForeignGid gid = XidGid.of("orders", xid(1, new byte[3], new byte[0]));
    assertThat(XidGid.parse("stock", gid)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "AAAA", "AAAAAA", "AAAAAEAA", "AAAAAIAA", "AAAAAQBB_-==", "!"})
  void x5_whatWeDidNotWriteIsNotRead(String tail) {
    ForeignGid.parse(XidGid.prefix("orders") + tail)
        .ifPresent(gid -> assertThat(XidGid.parse("orders", gid)).isEmpty());
  }

  @Test
  void x5_unusedBitsAtTheEndMustBeZero() {
    String text = XidGid.of("orders", xid(1, new byte[] {0}, new byte[0])).text();
    assertThat(text).endsWith("A");
    ForeignGid twin = new ForeignGid(text.substring(0, text.length() - 1) + "B");
    Xid other = XidGid.parse("orders", twin).orElse(null);
    assertThat(other == null || XidGid.of("orders", other).equals(twin)).isTrue();
  }
}
