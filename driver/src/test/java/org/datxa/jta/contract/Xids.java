package org.datxa.jta.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.Xid;

/** Xids of a manager that knows nothing of equality. */
final class Xids {
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private Xids() {}

  static Xid next() {
    return branch(global(16), 1);
  }

  static byte[] global(int length) {
    byte[] global = new byte[length];
    ByteBuffer.wrap(global).putLong(System.nanoTime()).putInt(COUNTER.incrementAndGet());
    return global;
  }

  /** Another branch of one transaction. */
  static Xid branch(byte[] global, int number) {
    return of(4711, global, new byte[] {(byte) number});
  }

  static Xid of(int formatId, byte[] global, byte[] branch) {
    return new Foreign(formatId, global, branch);
  }

  static boolean same(Xid one, Xid two) {
    return one.getFormatId() == two.getFormatId()
        && Arrays.equals(one.getGlobalTransactionId(), two.getGlobalTransactionId())
        && Arrays.equals(one.getBranchQualifier(), two.getBranchQualifier());
  }

  private static final class Foreign implements Xid {
    private final int formatId;
    private final byte[] global;
    private final byte[] branch;

    Foreign(int formatId, byte[] global, byte[] branch) {
      this.formatId = formatId;
      this.global = global;
      this.branch = branch;
    }

    @Override
    public int getFormatId() {
      return formatId;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return global;
    }

    @Override
    public byte[] getBranchQualifier() {
      return branch;
    }

    @Override
    public String toString() {
      return "Xid[" + Arrays.toString(global) + ", " + Arrays.toString(branch) + "]";
    }
  }
}
