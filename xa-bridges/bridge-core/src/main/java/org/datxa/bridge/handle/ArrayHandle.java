package org.datxa.bridge.handle;

import java.lang.reflect.Method;
import java.sql.Array;

/** An array value, whose result sets would lead to the connection below. */
final class ArrayHandle extends Handle<Array> {
  private final Array below;
  private final Guard guard;

  ArrayHandle(Array below, Guard guard) {
    super(Array.class);
    this.below = below;
    this.guard = guard;
  }

  @Override
  public Object invoke(Object self, Method method, Object[] given) throws Throwable {
    // drivers read an array that is not their own through its text
    return method.getName().equals("toString")
        ? below.toString()
        : super.invoke(self, method, given);
  }

  @Override
  Object call(Method method, Object... args) throws Throwable {
    return method.getName().equals("getResultSet")
        ? Wrapping.wrap(guard.work(null, () -> below, method, args), null, guard)
        : down(below, method, args);
  }
}
