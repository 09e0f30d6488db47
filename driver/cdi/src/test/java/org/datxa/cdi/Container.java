package org.datxa.cdi;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Named;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/** Weld with the beans of a test, and all extensions on the class path. */
final class Container {
  private static Properties given;

  static {
    narayana();
  }

  private Container() {}

  /** As the properties of an application say it, before anybody works with it. */
  private static void narayana() {
    try {
      String folder = Files.createTempDirectory("narayana").toString();
      Stream.of("default", "communicationStore", "stateStore")
          .map(name -> BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, name))
          .forEach(it -> it.setObjectStoreDir(folder));
      BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class).setObjectStoreDir(folder);
      arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("cdi");
      jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of("cdi"));
      recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
    } catch (IOException | CoreEnvironmentBeanException e) {
      throw new IllegalStateException(e);
    }
  }

  static Weld weld(Class<?>... beans) {
    return new Weld().addBeanClasses(beans);
  }

  static WeldContainer start(Class<?>... beans) {
    return weld(beans).initialize();
  }

  /** With a configuration that a bean produces. */
  static WeldContainer start(Properties configuration, Class<?>... beans) {
    return start(configuration, weld(beans));
  }

  static WeldContainer start(Properties configuration, Weld weld, Extension... extensions) {
    given = configuration;
    return weld.addBeanClass(Given.class).addExtensions(extensions).initialize();
  }

  /** The configuration as a bean. */
  static final class Given {
    @Produces
    @Named("datxa")
    static Properties configuration() {
      return given;
    }
  }
}
