/** How a deployment is put together. Nothing in here is for applications. */
package org.datxa.internal;
