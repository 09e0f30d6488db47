/** What can go wrong, as types that say what the caller may still do. */
package org.datxa.spi.error;
