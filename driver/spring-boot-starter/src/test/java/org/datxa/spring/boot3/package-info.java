/** What is of Spring Boot 3 alone. */
package org.datxa.spring.boot3;
