/** The examples of the README as they are compiled and run, and what keeps the README true. */
package org.datxa.readme;
