package org.datxa;

import javax.transaction.xa.XAResource;

/**
 * Puts something of a transaction manager's around the resources that DatXA hands to it, those that
 * are enlisted and those for its recovery: the core knows no manager by its classes.
 *
 * <p><b>Concurrency.</b> Called by any number of threads.
 */
@FunctionalInterface
public interface ResourceWrapping {
  /**
   * Wraps a resource.
   *
   * @param resource the resource; what wraps it passes every call on, and answers {@code isSameRM}
   *     by what is inside the other one
   * @param name what the resource recovers: the same in every process over the same journal, at any
   *     time, and never that of another deployment
   * @return what the manager gets
   */
  XAResource wrap(XAResource resource, String name);
}
