package org.datxa.crash;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;

/**
 * A store around a store: at one call it says so and stands still, for ever, so that the process
 * can be killed just there. Properties: {@code inner}, the kind inside; {@code stop}, such as
 * {@code before prepare} or {@code after apply}.
 */
public final class StoppingProvider implements StoreProvider {
  @Override
  public String kind() {
    return "stopping";
  }

  @Override
  public Store open(StoreConfig config, Participation participation) {
    Store inner = Unwrapping.open(config, Set.of("stop"), participation);
    String stop = config.properties().get("stop");
    Class<?> type = inner instanceof TwoPhaseStore ? TwoPhaseStore.class : PostDecisionStore.class;
    return (Store) wrap(type, inner, stop == null ? "never" : stop);
  }

  private static Object wrap(Class<?> type, Object inner, String stop) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type, Wrapped.class}, new Stopping(inner, stop));
  }

  private record Stopping(Object inner, String stop) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() == Wrapped.class) {
        return inner;
      }
      Standstill.at("before " + method.getName(), stop);
      Object result;
      try {
        result = method.invoke(inner, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
      Standstill.at("after " + method.getName(), stop);
      return result instanceof Branch branch ? wrapBranch(branch) : result;
    }

    private Object wrapBranch(Branch branch) {
      Class<?> type =
          branch instanceof TwoPhaseBranch ? TwoPhaseBranch.class : PostDecisionBranch.class;
      return wrap(type, branch, stop);
    }
  }
}
