/** The checker on real stores: that it finds what is wrong, and nothing else. */
package org.datxa.checks;
