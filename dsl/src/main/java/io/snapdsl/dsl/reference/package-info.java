/**
 * What is made from the words for people and editors, when the program is built.
 */
package io.snapdsl.dsl.reference;
