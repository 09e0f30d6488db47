/** What start-up refuses, and how it says so. */
package org.datxa.config;
