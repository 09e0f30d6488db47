package org.datxa.lab.drevo.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackTest {

  private static Object roundTrip(Object value) {
    return Unpacker.value(Packer.bytes(value));
  }

  @Test
  void whenValueIsEncoded_itDecodesToItself() {
    List<Object> values =
        new ArrayList<>(
            Arrays.asList(null, true, false, 0.1, Double.NaN, "", "ä€𝄞", List.of(), Map.of()));
    for (int shift = 0; shift < Long.SIZE; shift++) {
      for (long offset = -1; offset <= 1; offset++) {
        values.add((1L << shift) + offset);
        values.add(-(1L << shift) + offset);
      }
    }
    for (int size : new int[] {15, 16, 255, 256, 65_535, 65_536}) {
      values.add("x".repeat(size));
      values.add(Collections.nCopies(size, 1L));
    }
    assertThat(roundTrip(values)).isEqualTo(values);
    assertThat((byte[]) roundTrip(new byte[300])).hasSize(300);
  }

  @Test
  void whenMapIsLarge_itDecodesToItself() {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < 70_000; i++) {
      map.put("k" + i, new Structure(0x4E, List.of((long) i)));
    }
    assertThat(roundTrip(map)).isEqualTo(map);
  }

  @Test
  void whenBytesAreNoValue_theyAreRefused() {
    for (byte[] bytes :
        new byte[][] {{}, {(byte) 0x81}, {(byte) 0xC4}, {1, 1}, {(byte) 0xD6, 127, 0, 0, 0}}) {
      assertThatThrownBy(() -> Unpacker.value(bytes)).isInstanceOf(PackException.class);
    }
    byte[] deep = new byte[10_000];
    Arrays.fill(deep, (byte) 0x91);
    assertThatThrownBy(() -> Unpacker.value(deep)).isInstanceOf(PackException.class);
  }
}
