/**
 * DatXA in Spring Boot 3.5 and 4: reads the properties {@code datxa.*}, joins the transactions of
 * the application's JTA transaction manager and offers what stores are worked with as beans. Begin
 * with {@link org.datxa.spring.DatXaAutoConfiguration}.
 */
package org.datxa.spring;
