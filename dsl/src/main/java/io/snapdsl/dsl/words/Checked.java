package io.snapdsl.dsl.words;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What must hold for an argument; where it is written out in the script, this is checked before anything runs. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Checked {
    Literal value();
}
