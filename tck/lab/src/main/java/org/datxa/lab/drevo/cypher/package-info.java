/**
 * The Cypher of the drevo stand-in: what it does not know it refuses. The parser is written by
 * hand, because the Cypher-DSL parser brings Neo4j's whole frontend and hides the structure of the
 * clauses from an executor.
 */
package org.datxa.lab.drevo.cypher;
