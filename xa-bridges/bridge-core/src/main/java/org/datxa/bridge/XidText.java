package org.datxa.bridge;

import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.transaction.xa.Xid;

/**
 * A reversible text form of any Xid: {@code <format id>:<gtrid>:<bqual>}, the format id in decimal,
 * the rest in lower-case hexadecimal digits. Each Xid has exactly one form.
 */
public final class XidText {
  private static final HexFormat HEX = HexFormat.of();
  private static final Pattern FORM =
      Pattern.compile("(0|-?[1-9][0-9]{0,9}):((?:[0-9a-f]{2}){1,64}):((?:[0-9a-f]{2}){0,64})");

  private XidText() {}

  /**
   * Writes an Xid.
   *
   * @param xid any Xid
   * @return its text, at most 269 characters
   * @throws IllegalArgumentException if a part is missing or has an illegal length
   */
  public static String format(Xid xid) {
    byte[] gtrid = xid.getGlobalTransactionId();
    byte[] bqual = xid.getBranchQualifier();
    requireLength("global transaction id", gtrid, 1, Xid.MAXGTRIDSIZE);
    requireLength("branch qualifier", bqual, 0, Xid.MAXBQUALSIZE);
    return xid.getFormatId() + ":" + HEX.formatHex(gtrid) + ":" + HEX.formatHex(bqual);
  }

  /**
   * Reads an Xid that came from outside.
   *
   * @param text any text, or null
   * @return an Xid that compares by content, or empty when the text is not exactly of the form
   */
  public static Optional<Xid> parse(String text) {
    if (text == null) {
      return Optional.empty();
    }
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long formatId = Long.parseLong(matcher.group(1));
    return formatId == (int) formatId
        ? Optional.of(new TextXid((int) formatId, matcher.group(2), matcher.group(3)))
        : Optional.empty();
  }

  /**
   * Copies an Xid, since the one who gave it may change or reuse it.
   *
   * @param xid any Xid
   * @return an Xid of the same content that compares by content and never changes
   * @throws IllegalArgumentException if a part is missing or has an illegal length
   */
  public static Xid copy(Xid xid) {
    return xid instanceof TextXid ? xid : parse(format(xid)).orElseThrow();
  }

  private static void requireLength(String part, byte[] bytes, int least, int most) {
    if (bytes == null || bytes.length < least || bytes.length > most) {
      throw new IllegalArgumentException(
          "The "
              + part
              + " of an Xid must have "
              + least
              + " to "
              + most
              + " bytes, not "
              + (bytes == null ? "none at all" : bytes.length)
              + ".");
    }
  }

  private record TextXid(int formatId, String gtrid, String bqual) implements Xid {
    TextXid {
      Objects.requireNonNull(gtrid);
      Objects.requireNonNull(bqual);
    }

    @Override
    public int getFormatId() {
      return formatId;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return HEX.parseHex(gtrid);
    }

    @Override
    public byte[] getBranchQualifier() {
      return HEX.parseHex(bqual);
    }

    @Override
    public String toString() {
      return formatId + ":" + gtrid + ":" + bqual;
    }
  }
}
