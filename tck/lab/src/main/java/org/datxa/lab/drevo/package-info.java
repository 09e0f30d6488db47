/** The drevo stand-in: a server that behaves as drevo does, with a switch for faults. */
package org.datxa.lab.drevo;
