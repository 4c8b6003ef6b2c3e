package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Meaning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.runtime.InvokerHelper;

/** Says the words of a script that is rehearsed to the block that they are in, as the compiled script would. */
final class RehearsedWords {
    private final Rehearsal rehearsal;
    private final RehearsedValues values;
    private final RehearsedLine line;
    private int nameless;

    RehearsedWords(Rehearsal rehearsal, RehearsedValues values, RehearsedLine line) {
        this.rehearsal = rehearsal;
        this.values = values;
        this.line = line;
    }

    /** What a word stands for that takes nothing, such as {@code manual}. */
    static Object value(Meaning word, Scope scope) {
        return InvokerHelper.invokeMethod(scope.target(), word.annotated().getName(), null);
    }

    /** @throws UnknownException if what it needs can't be said */
    Object said(MethodCallExpression call, Meaning word, Scope scope) {
        CallArguments written = CallArguments.of(call);
        List<Object> arguments = new ArrayList<>();
        boolean lacksSomething = false;
        if (!written.named().isEmpty()) {
            Map<String, Object> options = options(written, word, scope);
            lacksSomething = options.size() < written.named().size();
            arguments.add(options);
        }
        if (lacksSomething && word.block().isEmpty()) {
            throw new UnknownException();
        }
        for (Expression argument : written.plain()) {
            boolean isName = arguments.size() == Math.min(1, written.named().size())
                    && !word.word().declares().isEmpty();
            arguments.add(
                    argument instanceof ClosureExpression block
                            ? new RehearsedBlock(rehearsal, block, scope, lacksSomething)
                            : isName ? name(word, argument, scope) : values.of(argument, scope));
        }
        return line.at(call.getMethod(), word.name(), () -> invoked(word, arguments, scope));
    }

    private static Object invoked(Meaning word, List<Object> arguments, Scope scope) {
        try {
            return InvokerHelper.invokeMethod(scope.target(), word.name(), arguments.toArray());
        } catch (RuntimeException e) {
            return UnknownException.VALUE;
        }
    }

    /** Those that are known. */
    private Map<String, Object> options(CallArguments written, Meaning word, Scope scope) {
        Map<String, Object> options = new LinkedHashMap<>();
        for (MapEntryExpression entry : written.named()) {
            String name = CallArguments.name(entry).orElse("");
            Object value = values.known(entry.getValueExpression(), scope);
            if (word.option(name).isPresent() && value != UnknownException.VALUE) {
                options.put(name, value);
            }
        }
        return options;
    }

    /** What has a mistaken name is declared all the same, under one that nothing else has. */
    private Object name(Meaning word, Expression expression, Scope scope) {
        Object name = values.known(expression, scope);
        if (name == UnknownException.VALUE) {
            nameless++;
            rehearsal.nameless(word);
            return "…".repeat(nameless);
        }
        return name;
    }
}
