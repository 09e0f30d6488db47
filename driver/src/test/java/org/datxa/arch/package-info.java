/** What holds for the whole of the sources: modules, names, sizes, rules and documents. */
package org.datxa.arch;
