package org.datxa.narayana;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;
import javax.transaction.xa.XAResource;

/**
 * Has Narayana write the names of DatXA's resources, and of no others, into its log. WildFly and
 * Snowdrop have a plugin of their own for all named resources; Narayana by itself and Quarkus have
 * none. Named in {@code JTAEnvironmentBean.xaResourceRecordWrappingPluginClassName} where {@link
 * DatXaNarayana#standalone()} would come too late.
 */
public final class NamedRecords implements XAResourceRecordWrappingPlugin {
  /** A plugin; Narayana makes it by its class name. */
  public NamedRecords() {}

  @Override
  public void transcribeWrapperData(XAResourceRecord record) {
    if (record.value() instanceof NamedResource named) {
      record.setProductName(named.getProductName());
      record.setProductVersion(named.getProductVersion());
      record.setJndiName(named.getJndiName());
    }
  }

  // The number would become a part of the xid. Nothing of ours asks for it.
  @Override
  public Integer getEISName(XAResource resource) {
    return 0;
  }

  @Override
  public String getEISName(Integer number) {
    return "unknown EIS";
  }
}
