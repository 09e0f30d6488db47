/** The Cypher of the drevo stand-in: what it does not know it refuses. */
package org.datxa.lab.drevo.cypher;
