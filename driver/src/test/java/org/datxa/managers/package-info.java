/**
 * Real transaction managers whose processes are killed, and what their own recovery makes of it.
 */
package org.datxa.managers;
