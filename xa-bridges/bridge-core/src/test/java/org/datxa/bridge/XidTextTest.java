package org.datxa.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class XidTextTest {
  /** Somebody else's Xid: mutable, and without a sense of equality. */
  private static final class Foreign implements Xid {
    private final int formatId;
    private final byte[] gtrid;
    private final byte[] bqual;

    Foreign(int formatId, byte[] gtrid, byte[] bqual) {
      this.formatId = formatId;
      this.gtrid = gtrid;
      this.bqual = bqual;
    }

    @Override
    public int getFormatId() {
      return formatId;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return gtrid;
    }

    @Override
    public byte[] getBranchQualifier() {
      return bqual;
    }
  }

  @Test
  void anyXidComesBackWithEveryByte() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Foreign xid =
          new Foreign(random.nextInt(), bytes(random, 1 + round % 64), bytes(random, round % 65));
      Xid back = XidText.parse(XidText.format(xid)).orElseThrow();
      assertThat(back.getFormatId()).as("seed %d", seed).isEqualTo(xid.getFormatId());
      assertThat(back.getGlobalTransactionId())
          .as("seed %d", seed)
          .isEqualTo(xid.getGlobalTransactionId());
      assertThat(back.getBranchQualifier()).as("seed %d", seed).isEqualTo(xid.getBranchQualifier());
    }
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void largestXidFits() {
    Foreign xid = new Foreign(Integer.MIN_VALUE, new byte[64], new byte[64]);
    assertThat(XidText.format(xid)).startsWith("-2147483648:00").hasSize(269);
    assertThat(XidText.parse(XidText.format(xid))).isPresent();
  }

  @Test
  void emptyBranchQualifierIsKept() {
    Foreign xid = new Foreign(0, new byte[] {-1}, new byte[0]);
    assertThat(XidText.format(xid)).isEqualTo("0:ff:");
    assertThat(XidText.copy(xid).getBranchQualifier()).isEmpty();
  }

  @Test
  void copyDoesNotChangeWithTheOriginalAndComparesByContent() {
    byte[] gtrid = {1, 2};
    Xid copy = XidText.copy(new Foreign(7, gtrid, new byte[] {3}));
    gtrid[0] = 9;
    copy.getGlobalTransactionId()[1] = 9;
    assertThat(copy.getGlobalTransactionId()).containsExactly(1, 2);
    assertThat(copy)
        .isEqualTo(XidText.copy(new Foreign(7, new byte[] {1, 2}, new byte[] {3})))
        .hasSameHashCodeAs(XidText.parse("7:0102:03").orElseThrow())
        .isNotEqualTo(XidText.copy(new Foreign(7, new byte[] {1, 2, 3}, new byte[0])));
  }

  @Test
  void illegalXidsAreRefused() {
    assertThatThrownBy(() -> XidText.format(new Foreign(0, new byte[0], new byte[0])))
        .hasMessageContaining("1 to 64");
    assertThatThrownBy(() -> XidText.format(new Foreign(0, new byte[65], new byte[0])))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> XidText.format(new Foreign(0, new byte[1], new byte[65])))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> XidText.format(new Foreign(0, new byte[1], null)))
        .hasMessageContaining("none at all");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        ":",
        "1:ab",
        "1::",
        "x:ab:",
        "1:abc:",
        "1:AB:",
        "01:ab:",
        "-0:ab:",
        "2147483648:ab:",
        "1:ab:\n",
        " 1:ab:",
        "1:ab:cd:ef"
      })
  void otherTextsAreNotOurs(String text) {
    assertThat(XidText.parse(text)).isEmpty();
  }
}
