/**
 * What the bridges share: names in SQL, XA codes, and the text form of an Xid. Only this module
 * speaks XA codes.
 */
package org.datxa.bridge;
