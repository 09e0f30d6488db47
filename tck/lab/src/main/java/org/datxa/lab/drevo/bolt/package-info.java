/** The drevo stand-in's Bolt: connections, the state machine of a session, values. */
package org.datxa.lab.drevo.bolt;
