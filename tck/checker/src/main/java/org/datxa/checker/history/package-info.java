/** What concurrent transactions saw of one another, and whether that may be. */
package org.datxa.checker.history;
