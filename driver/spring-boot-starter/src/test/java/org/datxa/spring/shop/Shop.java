package org.datxa.spring.shop;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The application. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(Listener.class)
public class Shop {}
