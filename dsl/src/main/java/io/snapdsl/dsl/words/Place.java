package io.snapdsl.dsl.words;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A part of a script with words of its own. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Place {
    /** How messages call it, as {@code policy { }}. */
    String name();

    /** What it is for. */
    String value();
}
