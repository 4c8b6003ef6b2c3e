/** What agents tell by their hooks, each in its own words. */
package io.snapdsl.web.hook;
