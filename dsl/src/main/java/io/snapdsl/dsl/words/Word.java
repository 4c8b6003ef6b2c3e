package io.snapdsl.dsl.words;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method a word of the policy language: a getter is a value ({@code runStart}), any other method is called
 * ({@code last 10}). The checker, the reference page and the completion in editors know no words but these; of a word
 * with several forms, one has the annotation.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Word {
    /** What it is for. */
    String value();

    String example() default "";

    /** What holds where it is not written. */
    String byDefault() default "";

    /** Whether saying it twice in one block can't be meant. */
    boolean once() default false;

    /** Whether it only gives a value, so that it does nothing when it stands alone. */
    boolean inert() default false;

    /** What a block that never says this word is told. */
    String required() default "";

    /** Whether its block may leave out required words. */
    boolean partial() default false;

    /** What is said when its block says nothing. */
    String ifEmpty() default "";

    /** Whether its block is computed again and again, and has to give the same each time. */
    boolean replayed() default false;

    /** What kind of thing its first text names: no two of a kind may have the same name. */
    String declares() default "";
}
