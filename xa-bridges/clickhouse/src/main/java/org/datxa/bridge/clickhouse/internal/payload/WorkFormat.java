package org.datxa.bridge.clickhouse.internal.payload;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.spi.Payload;

/** Work as bytes: a word of magic, a version, the content, and a CRC32C over all of it. */
public final class WorkFormat {
  private static final int MAGIC = 0x44434831;
  private static final int VERSION = 1;
  private static final int CHECKSUM = 4;

  private WorkFormat() {}

  /**
   * Writes work.
   *
   * @param work the work
   * @return its bytes
   */
  public static Payload write(Work work) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeShort(VERSION);
      writeTargets(out, work.targets());
      writeStructures(out, work.structures());
      writeChunks(out, work.chunks());
      out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Payload.of(bytes.toByteArray());
  }

  /**
   * Reads work.
   *
   * @param payload its bytes
   * @return the work
   * @throws IllegalArgumentException if the bytes are damaged or of another version
   */
  public static Work read(Payload payload) {
    byte[] bytes = payload.bytes();
    int end = bytes.length - CHECKSUM;
    if (end < CHECKSUM || ByteBuffer.wrap(bytes).getInt(end) != checksum(bytes, end)) {
      throw new IllegalArgumentException("The staged rows are damaged: their checksum is wrong");
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, end))) {
      requireVersion(in.readInt(), in.readShort());
      return new Work(readTargets(in), readStructures(in), readChunks(in));
    } catch (IOException e) {
      throw new IllegalArgumentException("The staged rows end too early", e);
    }
  }

  private static void requireVersion(int magic, int version) {
    if (magic != MAGIC || version != VERSION) {
      throw new IllegalArgumentException(
          "The staged rows are of format " + version + "; this DatXA reads " + VERSION);
    }
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static void writeTargets(DataOutputStream out, List<Target> targets) throws IOException {
    out.writeInt(targets.size());
    for (Target target : targets) {
      writeText(out, target.name().database());
      writeText(out, target.name().table());
      writeText(out, target.uuid());
      writeText(out, target.engine());
      writeText(out, target.server());
      out.writeBoolean(target.expires());
      out.writeBoolean(target.views());
    }
  }

  private static List<Target> readTargets(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TableName name = new TableName(readText(in), readText(in));
      targets.add(
          new Target(
              name, readText(in), readText(in), readText(in), in.readBoolean(), in.readBoolean()));
    }
    return targets;
  }

  private static void writeStructures(DataOutputStream out, List<Structure> structures)
      throws IOException {
    out.writeInt(structures.size());
    for (Structure structure : structures) {
      writeTexts(out, structure.names());
      writeTexts(out, structure.types());
    }
  }

  private static List<Structure> readStructures(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<Structure> structures = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      structures.add(new Structure(readTexts(in), readTexts(in)));
    }
    return structures;
  }

  private static void writeChunks(DataOutputStream out, List<Chunk> chunks) throws IOException {
    out.writeInt(chunks.size());
    for (Chunk chunk : chunks) {
      out.writeInt(chunk.target());
      out.writeInt(chunk.structure());
      writeText(out, chunk.partition());
      out.writeInt(chunk.rows());
      writeBytes(out, chunk.bytes());
    }
  }

  private static List<Chunk> readChunks(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chunks.add(new Chunk(in.readInt(), in.readInt(), readText(in), in.readInt(), readBytes(in)));
    }
    return chunks;
  }

  private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      writeText(out, text);
    }
  }

  private static List<String> readTexts(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(readText(in));
    }
    return texts;
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in), java.nio.charset.StandardCharsets.UTF_8);
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    byte[] bytes = in.readNBytes(length);
    if (bytes.length != length) {
      throw new java.io.EOFException();
    }
    return Arrays.copyOf(bytes, length);
  }
}
