/** The portable extension. */
package org.datxa.cdi.internal;
