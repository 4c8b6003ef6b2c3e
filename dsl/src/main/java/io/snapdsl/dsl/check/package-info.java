/**
 * From a script's text to classes, or to its mistakes. {@code WordCheck} looks at words as soon as names are resolved,
 * {@code TypeCheck} listens to Groovy's type checker later on. Nothing here is loaded when the script is in the cache.
 */
package io.snapdsl.dsl.check;
