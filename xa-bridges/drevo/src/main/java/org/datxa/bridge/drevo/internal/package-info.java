/** The drevo store: sessions, branches, finishing. */
package org.datxa.bridge.drevo.internal;
