/** A thin layer over JDBC objects that asks for admission before each piece of work. */
package org.datxa.bridge.handle;
