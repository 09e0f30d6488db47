/** What an XAResource owes its manager, assertion by assertion, for each shape of ours. */
package org.datxa.jta.contract;
