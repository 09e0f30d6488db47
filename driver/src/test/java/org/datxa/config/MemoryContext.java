package org.datxa.config;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;
import javax.naming.spi.NamingManager;

/** A JNDI that lives in this process and knows bind, lookup and close. */
public final class MemoryContext implements InitialContextFactory, InvocationHandler {
  private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();

  private Hashtable<?, ?> environment;

  /** Made by JNDI. */
  public MemoryContext() {}

  /** What an application passes to {@code new InitialContext}. */
  @SuppressWarnings("JdkObsolete") // JNDI takes no other
  public static Hashtable<String, Object> environment() {
    Hashtable<String, Object> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, MemoryContext.class.getName());
    return environment;
  }

  public static void clear() {
    BOUND.clear();
  }

  @Override
  public Context getInitialContext(Hashtable<?, ?> given) {
    environment = given;
    return (Context)
        Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Context.class}, this);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "bind" -> BOUND.put((String) arguments[0], arguments[1]);
      case "lookup" -> found((String) arguments[0]);
      case "close" -> null;
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private Object found(String name) throws Exception {
    Object bound = BOUND.get(name);
    if (bound == null) {
      throw new NameNotFoundException(name);
    }
    return NamingManager.getObjectInstance(bound, null, null, environment);
  }
}
