package org.datxa.bridge.clickhouse.internal.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;

/**
 * One JDBC object of ours. JDBC's interfaces are wide; a handle names the methods that it decides
 * about, and the rest goes to the driver's object after the check of the scope.
 */
abstract class Handle implements InvocationHandler {
  private final Class<?> type;
  private Object self;

  Handle(Class<?> type) {
    this.type = type;
  }

  /** The object that the application sees; always the same. */
  final Object self() {
    if (self == null) {
      self = Proxy.newProxyInstance(Handle.class.getClassLoader(), new Class<?>[] {type}, this);
    }
    return self;
  }

  @Override
  public final Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
    Object[] given = args == null ? new Object[0] : args;
    return switch (method.getName()) {
      case "equals" -> proxy == given[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> getClass().getSimpleName();
      case "isWrapperFor" -> ((Class<?>) given[0]).isInstance(proxy);
      case "unwrap" -> unwrap((Class<?>) given[0], proxy);
      default -> call(method, given);
    };
  }

  private static Object unwrap(Class<?> wanted, Object proxy) throws SQLException {
    if (wanted.isInstance(proxy)) {
      return proxy;
    }
    // The driver's own object would bypass the transaction.
    throw SqlErrors.refused("A connection of a store cannot be unwrapped to " + wanted.getName());
  }

  abstract Object call(Method method, Object[] args) throws Throwable;

  static Object forward(Object target, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
