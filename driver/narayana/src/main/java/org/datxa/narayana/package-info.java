/** DatXA under Narayana, by itself or inside WildFly, Quarkus and Spring Boot. */
package org.datxa.narayana;
