/** The XAResource, driven by hand and by Narayana. */
package org.datxa.jta;
