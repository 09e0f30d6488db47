/** How the Iceberg store works. Nothing here is for applications. */
package org.datxa.bridge.iceberg.internal;
