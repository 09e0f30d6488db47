package org.datxa.bridge.clickhouse.internal.type;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** IPv4 and IPv6, from an address or its text; no name is ever looked up. */
record AddressType(String name, boolean six) implements ColumnType {
  private static final Pattern FOUR =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");
  private static final Pattern SIX = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  @Override
  public void write(Object value, RowBuffer out) throws ValueRefused {
    byte[] address = address(value);
    if (six) {
      out.write(address.length == 16 ? address : mapped(address));
      return;
    }
    if (address.length != 4) {
      throw ValueRefused.of(value, name);
    }
    for (int i = 3; i >= 0; i--) {
      out.writeByte(address[i]);
    }
  }

  private static byte[] mapped(byte[] four) {
    byte[] bytes = new byte[16];
    bytes[10] = (byte) 0xff;
    bytes[11] = (byte) 0xff;
    System.arraycopy(four, 0, bytes, 12, 4);
    return bytes;
  }

  private byte[] address(Object value) throws ValueRefused {
    if (value instanceof Inet4Address || value instanceof Inet6Address) {
      return ((InetAddress) value).getAddress();
    }
    String text = value instanceof CharSequence ? value.toString() : "";
    if (!FOUR.matcher(text).matches() && !SIX.matcher(text).matches()) {
      throw ValueRefused.of(value, name);
    }
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (UnknownHostException e) {
      throw ValueRefused.of(value, name, e);
    }
  }
}
