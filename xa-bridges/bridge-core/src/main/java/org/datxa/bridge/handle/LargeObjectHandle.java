package org.datxa.bridge.handle;

import java.lang.reflect.Method;

/** A large object, read and written piece by piece: each call is work. */
final class LargeObjectHandle<T> extends Handle<T> {
  private final T below;
  private final Guard guard;

  LargeObjectHandle(Class<T> type, T below, Guard guard) {
    super(type);
    this.below = below;
    this.guard = guard;
  }

  @Override
  Object call(Method method, Object... args) throws Throwable {
    return guard.work(null, () -> below, method, args);
  }
}
