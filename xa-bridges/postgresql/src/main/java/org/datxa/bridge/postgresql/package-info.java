/** PostgreSQL as a store that prepares. */
package org.datxa.bridge.postgresql;
