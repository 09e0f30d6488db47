/** PackStream, the encoding of Bolt's values, which the stand-in's log uses too. */
package org.datxa.lab.drevo.pack;
