package org.datxa.bridge.handle;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;

/** What all handles have in common: identity, unwrapping, and the way down. */
abstract class Handle<T> implements InvocationHandler {
  private static final Object[] NO_ARGS = {};

  private final Class<T> type;
  private final T proxy;

  Handle(Class<T> type) {
    this.type = type;
    this.proxy =
        type.cast(
            Proxy.newProxyInstance(Handle.class.getClassLoader(), new Class<?>[] {type}, this));
  }

  T proxy() {
    return proxy;
  }

  abstract Object call(Method method, Object... args) throws Throwable;

  @Override
  public Object invoke(Object self, Method method, Object[] given) throws Throwable {
    Object[] args = given == null ? NO_ARGS : given;
    return switch (method.getName()) {
      case "equals" -> self == args[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "DatXA handle of " + type.getSimpleName();
      case "isWrapperFor" -> ((Class<?>) args[0]).isInstance(self);
      case "unwrap" -> unwrap(self, (Class<?>) args[0]);
      default -> call(method, args);
    };
  }

  private static Object unwrap(Object self, Class<?> wanted) throws SQLException {
    if (wanted.isInstance(self)) {
      return self;
    }
    throw new SQLException(
        "A handle is not unwrapped to "
            + wanted.getName()
            + ": what lies below it belongs to the transaction, not to its user.",
        "0A000");
  }

  static Object down(Object target, Method method, Object... args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
