/** What the tests of all bridges share. */
package org.datxa.tck;
