/** What is read from each kind of store and journal, and how it is judged. */
package org.datxa.checker.internal;
