/** What is of Spring Boot 4 alone. */
package org.datxa.spring.boot4;
