/** How the PostgreSQL bridge works. Nothing in here is for use from outside. */
package org.datxa.bridge.postgresql.internal;
