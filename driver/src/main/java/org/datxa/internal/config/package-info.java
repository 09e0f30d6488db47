/** Configuration of a deployment, read and checked once at start-up. */
package org.datxa.internal.config;
