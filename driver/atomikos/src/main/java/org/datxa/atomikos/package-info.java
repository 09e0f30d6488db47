/** DatXA under Atomikos. */
package org.datxa.atomikos;
