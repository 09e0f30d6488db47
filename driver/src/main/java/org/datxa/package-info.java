/**
 * DatXA for applications: one atomic transaction across several stores, inside the transaction
 * manager that the application already has, or as a unit of work of its own. Begin with {@link
 * org.datxa.DatXA#builder()}.
 */
package org.datxa;
