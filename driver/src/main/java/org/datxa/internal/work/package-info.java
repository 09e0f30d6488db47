/** Meta-transactions that this process has in hand, and how threads find the one they are in. */
package org.datxa.internal.work;
