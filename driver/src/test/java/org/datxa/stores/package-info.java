/** The engine on real stores together. */
package org.datxa.stores;
