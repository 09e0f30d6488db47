/**
 * The Cypher of the drevo stand-in: what it does not know it refuses. The parser is written by
 * hand, because the Cypher-DSL parser brings Neo4j's whole frontend and hides the structure of the
 * clauses from an executor.
 *
 * <p>Where versions of drevo differ, or are not known well enough, a statement is refused rather
 * than answered better than drevo may answer it: comparing a number with a string, joining a string
 * and a number, an aggregate deep inside of an expression, ORDER BY something else than a column
 * after grouping, changing what is null, a procedure's argument that depends on a row. Integers are
 * exact; an overflow and a division by zero are a SemanticError. A function that is unknown is
 * unsupported, a procedure that is unknown is the business of {@link
 * org.datxa.lab.drevo.cypher.Procedures}.
 */
package org.datxa.lab.drevo.cypher;
