package io.snapdsl.dsl.check;

import io.snapdsl.dsl.compiled.CompiledScript;
import io.snapdsl.dsl.words.ScriptLines;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.codehaus.groovy.ast.ASTNode;

/** The place that a rehearsal has come to. */
final class RehearsedLine extends ScriptLines {
    private int line = 1;
    private int column;
    private String word = "";

    RehearsedLine() {
        super(CompiledScript.SOURCE_NAME);
    }

    /** Says a word that stands at {@code place}; in its block it goes on to others. */
    Object at(ASTNode place, String word, Supplier<Object> saying) {
        int lineBefore = this.line;
        int columnBefore = this.column;
        String wordBefore = this.word;
        this.line = place.getLineNumber();
        this.column = place.getColumnNumber();
        this.word = word;
        Object result = saying.get();
        this.line = lineBefore;
        this.column = columnBefore;
        this.word = wordBefore;
        return result;
    }

    @Override
    public int current() {
        return line;
    }

    @Override
    public OptionalInt columnOf(String word) {
        return word.equals(this.word) ? OptionalInt.of(column) : OptionalInt.empty();
    }
}
