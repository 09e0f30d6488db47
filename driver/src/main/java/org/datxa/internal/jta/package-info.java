/** The face of the engine to a transaction manager: one XAResource for all branches. */
package org.datxa.internal.jta;
