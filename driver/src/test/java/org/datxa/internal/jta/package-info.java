/** What of the XAResource needs no store. */
package org.datxa.internal.jta;
