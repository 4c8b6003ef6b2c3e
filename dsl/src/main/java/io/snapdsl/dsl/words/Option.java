package io.snapdsl.dsl.words;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A named argument of a {@link Word}, as {@code quiet} in {@code fileChange(quiet: 2.seconds)}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(Option.Several.class)
public @interface Option {
    String name();

    Class<?> type();

    /** What it is for. */
    String value();

    String byDefault() default "";

    /** What must hold for its value, where that can be seen in the script. */
    Literal[] checked() default {};

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Several {
        Option[] value();
    }
}
