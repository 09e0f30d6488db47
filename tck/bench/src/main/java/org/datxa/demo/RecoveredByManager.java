package org.datxa.demo;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Counts the transactions of which a manager's recovery ended something. */
final class RecoveredByManager {
  private final Set<String> finished = new HashSet<>();
  private final Set<String> rolledBack = new HashSet<>();

  /** The same resource, looked at. */
  XAResource watched(XAResource resource) {
    return (XAResource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {XAResource.class}, new Watch(resource));
  }

  synchronized int finished() {
    return finished.size();
  }

  synchronized int rolledBack() {
    return rolledBack.size();
  }

  private synchronized void ended(String how, Xid xid) {
    (how.equals("commit") ? finished : rolledBack)
        .add(HexFormat.of().formatHex(xid.getGlobalTransactionId()));
  }

  private final class Watch implements InvocationHandler {
    private final XAResource resource;

    Watch(XAResource resource) {
      this.resource = resource;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      String name = method.getName();
      try {
        if (name.equals("isSameRM")) {
          return resource.isSameRM(unwatched((XAResource) arguments[0]));
        }
        Object answer = method.invoke(resource, arguments);
        if (name.equals("commit") || name.equals("rollback")) {
          ended(name, (Xid) arguments[0]);
        }
        return answer;
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private static XAResource unwatched(XAResource other) {
    return Proxy.isProxyClass(other.getClass())
            && Proxy.getInvocationHandler(other) instanceof Watch watch
        ? watch.resource
        : other;
  }
}
