/** Processes that are killed in the middle, and what recovery makes of what they left. */
package org.datxa.crash;
