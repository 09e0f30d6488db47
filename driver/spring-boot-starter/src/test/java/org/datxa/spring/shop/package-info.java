/** The application that the tests run: entities, repositories and services of a shop. */
package org.datxa.spring.shop;
