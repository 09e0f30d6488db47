/**
 * DatXA in a CDI container: {@code @Inject DatXA}, and what each store is worked with, by its name.
 */
package org.datxa.cdi;
