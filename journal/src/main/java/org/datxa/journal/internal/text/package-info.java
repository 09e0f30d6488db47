/** How a record becomes text and comes back, and what is refused before anything is sent. */
package org.datxa.journal.internal.text;
