/** What an application uses of a drevo store. */
package org.datxa.bridge.drevo;
