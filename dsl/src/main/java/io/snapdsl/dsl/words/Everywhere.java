package io.snapdsl.dsl.words;

import java.io.File;
import java.nio.file.Path;
import java.util.Collection;
import org.codehaus.groovy.runtime.FormatHelper;

/** What can be said in every place: a block only hears its own words, so each has these too. */
@Place(name = "everywhere", value = "What can be said in every block, and outside of all.")
public interface Everywhere {
    /** The script's. */
    Path directory();

    /** Takes what the author prints, with its ends of lines. */
    void say(String text);

    @Word(
            value = "The directory that the script is in, to which its relative paths are relative.",
            example = "path \"$scriptDirectory/app\"")
    default File getScriptDirectory() {
        return directory().toFile();
    }

    @Word(
            value = "Prints a line: in a hook to the log of `snapdsl run`, elsewhere to standard error.",
            example = "println 'hello'")
    default void println(Object value) {
        say(FormatHelper.toString(value) + "\n");
    }

    default void println() {
        say("\n");
    }

    @Word(value = "Prints as `println` does, without ending the line.", example = "print 'hello'")
    default void print(Object value) {
        say(FormatHelper.toString(value));
    }

    @Word(value = "Prints values in a format.", example = "printf '%d projects%n', 3")
    default void printf(String format, Object... values) {
        say(String.format(format, values));
    }

    /** Groovy has one for one value, which would be called otherwise. */
    default void printf(String format, Object value) {
        printf(format, value instanceof Collection<?> values ? values.toArray() : new Object[] {value});
    }
}
