package org.datxa.bridge;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.transaction.xa.Xid;
import org.datxa.spi.ForeignGid;

/**
 * The identity under which one store prepares a branch of an outside manager's transaction, and
 * back: {@code xa:<namespace>:<xid>}. The namespace is 11 characters that stand for the name of the
 * store, so that two stores on one server do not take each other's branches for their own; the xid
 * is format id, length of the global part, and both parts, in URL-safe Base64 without padding. The
 * longest Xid gives 193 characters, which PostgreSQL's limit of 199 admits.
 */
public final class XidGid {
  private static final int NAMESPACE_BYTES = 8;
  private static final int HEAD_BYTES = 5;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private XidGid() {}

  /**
   * What every identity of a store begins with.
   *
   * @param store the name of the store
   * @return 15 characters
   */
  public static String prefix(String store) {
    byte[] namespace = Arrays.copyOf(sha256(store), NAMESPACE_BYTES);
    return "xa:" + ENCODER.encodeToString(namespace) + ":";
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
  }

  /**
   * The identity of a branch.
   *
   * @param store the name of the store
   * @param xid any Xid
   * @return its identity, at most 193 characters
   * @throws IllegalArgumentException if a part of the Xid is missing or has an illegal length
   */
  public static ForeignGid of(String store, Xid xid) {
    XidText.format(xid); // checks the lengths
    byte[] global = xid.getGlobalTransactionId();
    byte[] branch = xid.getBranchQualifier();
    byte[] all =
        ByteBuffer.allocate(HEAD_BYTES + global.length + branch.length)
            .putInt(xid.getFormatId())
            .put((byte) global.length)
            .put(global)
            .put(branch)
            .array();
    return new ForeignGid(prefix(store) + ENCODER.encodeToString(all));
  }

  /**
   * Reads an identity that a store listed.
   *
   * @param store the name of the store
   * @param gid the identity
   * @return the Xid, or empty when it is not exactly one that {@link #of} makes for this store
   */
  public static Optional<Xid> parse(String store, ForeignGid gid) {
    String prefix = prefix(store);
    if (!gid.text().startsWith(prefix)) {
      return Optional.empty();
    }
    return decode(gid.text().substring(prefix.length()))
        .filter(xid -> of(store, xid).equals(gid)); // each Xid has exactly one form
  }

  private static Optional<Xid> decode(String text) {
    byte[] all;
    try {
      all = DECODER.decode(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not ours
    }
    if (all.length <= HEAD_BYTES || all.length - HEAD_BYTES < all[HEAD_BYTES - 1]) {
      return Optional.empty();
    }
    int formatId = ByteBuffer.wrap(all).getInt();
    int split = HEAD_BYTES + all[HEAD_BYTES - 1];
    return split < HEAD_BYTES
        ? Optional.empty()
        : XidText.parse(formatId + ":" + hex(all, HEAD_BYTES, split) + ":" + hex(all, split, -1));
  }

  private static String hex(byte[] all, int from, int to) {
    return HexFormat.of().formatHex(all, from, to < 0 ? all.length : to);
  }
}
