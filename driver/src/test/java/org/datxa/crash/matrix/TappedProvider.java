package org.datxa.crash.matrix;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.SocketException;
import java.util.Set;
import java.util.UUID;
import org.datxa.crash.Unwrapping;
import org.datxa.crash.Wrapped;
import org.datxa.spi.Branch;
import org.datxa.spi.BranchStart;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.Gid;
import org.datxa.spi.Participation;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.StoreUnknown;

/**
 * A store around a store, at whose steps things happen. Properties: {@code inner}, the kind inside;
 * {@code defect}, a deliberate fault, or nothing.
 */
public final class TappedProvider implements StoreProvider {
  @Override
  public String kind() {
    return "tapped";
  }

  @Override
  public Store open(StoreConfig config, Participation participation) {
    Store inner = Unwrapping.open(config, Set.of("defect"), participation);
    String defect = config.properties().get("defect");
    return (Store) wrap(inner, config.name(), Defect.of(defect));
  }

  private static Class<?> type(Object inner) {
    for (Class<?> type :
        new Class<?>[] {
          ForeignStore.class,
          TwoPhaseStore.class,
          PostDecisionStore.class,
          ForeignBranch.class,
          TwoPhaseBranch.class
        }) {
      if (type.isInstance(inner)) {
        return type;
      }
    }
    return PostDecisionBranch.class;
  }

  private static Object wrap(Object inner, String name, Defect defect) {
    Class<?> type = type(inner);
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type, Wrapped.class}, new Tap(inner, name, defect));
  }

  private record Tap(Object inner, String name, Defect defect) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() == Wrapped.class) {
        return inner;
      }
      Step step = Step.of(Place.of(name), method.getName());
      if (step == null) {
        return call(method, arguments);
      }
      Attempted run = run(arguments);
      if (run.at(step, false, name)) {
        throw lost(method);
      }
      Object result =
          defect.at(step) ? defect.instead(this, method, arguments) : call(method, arguments);
      if (run.at(step, true, name)) {
        throw lost(method);
      }
      return result;
    }

    private StoreUnknown lost(Method method) {
      return new StoreUnknown(
          name, "No answer to " + method.getName(), new SocketException("Connection reset"));
    }

    private Attempted run(Object[] arguments) {
      if (inner instanceof Branch branch) {
        if (arguments != null && arguments[0] instanceof ForeignGid gid) {
          Points.named(branch.datTxn(), gid.text());
        }
        return Points.of(branch.datTxn());
      }
      Object first = arguments[0];
      if (first instanceof ForeignGid foreign) {
        return Points.ofForeign(foreign.text());
      }
      if (first instanceof Gid gid) {
        return Points.of(gid.datTxn());
      }
      return Points.of(first instanceof DecidedBranch it ? it.gid().datTxn() : (UUID) first);
    }

    Object call(Method method, Object[] arguments) throws Throwable {
      Object result;
      try {
        result = method.invoke(inner, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
      if (result instanceof Branch branch && arguments[0] instanceof BranchStart start) {
        Points.begun(start.datTxn(), name);
        return wrap(branch, name, defect);
      }
      return result;
    }
  }

  /** A deliberate fault of a store. */
  record Defect(Step step, String what) {
    static Defect of(String text) {
      if (text == null || text.isEmpty()) {
        return new Defect(null, "");
      }
      String[] parts = text.split(" ", -1);
      return new Defect(Step.valueOf(parts[0]), parts[1]);
    }

    boolean at(Step other) {
      return step == other;
    }

    Object instead(Tap tap, Method method, Object[] arguments) throws Throwable {
      if (what.equals("twice")) {
        tap.call(method, arguments);
        return tap.call(method, arguments);
      }
      return null; // said to be done
    }
  }
}
