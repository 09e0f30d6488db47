/** Networks, stores and journals in trouble, at each step of a transaction and of recovery. */
package org.datxa.trouble;
