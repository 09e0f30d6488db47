package org.datxa.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.io.IOException;

/** A method for each thing that can be declared. */
@ApplicationScoped
public class Transactions {
  /** Work that may fail in any way. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  @Transactional
  public void required(Work work) throws Exception {
    work.run();
  }

  @Transactional(TxType.REQUIRES_NEW)
  public void requiresNew(Work work) throws Exception {
    work.run();
  }

  @Transactional(TxType.MANDATORY)
  public void mandatory(Work work) throws Exception {
    work.run();
  }

  @Transactional(TxType.SUPPORTS)
  public void supports(Work work) throws Exception {
    work.run();
  }

  @Transactional(TxType.NOT_SUPPORTED)
  public void notSupported(Work work) throws Exception {
    work.run();
  }

  @Transactional(TxType.NEVER)
  public void never(Work work) throws Exception {
    work.run();
  }

  @Transactional(rollbackOn = IOException.class)
  public void rollbackOnIo(Work work) throws Exception {
    work.run();
  }

  @Transactional(dontRollbackOn = IllegalArgumentException.class)
  public void keptOnIllegalArgument(Work work) throws Exception {
    work.run();
  }
}
