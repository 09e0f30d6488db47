/** The journal in a file of one process: an H2 database whose every commit is forced to disk. */
package org.datxa.journal.internal.file;
