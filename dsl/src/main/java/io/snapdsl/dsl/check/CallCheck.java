package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
import java.util.ArrayList;
import java.util.List;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.control.SourceUnit;

/** Looks for calls that Groovy reads otherwise than they are meant, and makes of them what was meant. */
abstract class CallCheck extends StatementCheck {
    CallCheck(SourceUnit source, Mistakes mistakes) {
        super(source, mistakes);
    }

    /** {@code def path = …; workspace('app') { path path }}: Groovy takes the word for a call of the variable. */
    final void restoreHiddenWord(MethodCallExpression call) {
        boolean byName = !call.isImplicitThis()
                && "call".equals(call.getMethodAsString())
                && call.getObjectExpression() instanceof VariableExpression
                && call.getObjectExpression().getColumnNumber()
                        == call.getMethod().getColumnNumber();
        String name = byName ? call.getObjectExpression().getText() : "";
        if (here().vocabulary().flatMap(words -> words.word(name)).isPresent()) {
            add(
                    call.getMethod(),
                    "'" + name + "' is a variable here and hides the word '" + name
                            + "': give the variable another name.");
            call.setObjectExpression(new VariableExpression("this"));
            call.setImplicitThis(true);
            rename(call, name);
        }
    }

    /** {@code policy 'p' { }}: to Groovy, a function with an odd name, that is called with the block. */
    final void restoreName(MethodCallExpression call, Meaning word) {
        List<Expression> all = CallArguments.of(call).all();
        if (all.size() == 1
                && all.get(0) instanceof MethodCallExpression named
                && named.isImplicitThis()
                && isQuoted(named.getMethod())) {
            String name = named.getMethodAsString() == null ? "…" : named.getMethodAsString();
            add(named.getMethod(), "A name goes into parentheses: write " + word.name() + "('" + name + "') { … }.");
            List<Expression> arguments = new ArrayList<>(List.of(named.getMethod()));
            arguments.addAll(CallArguments.of(named).all());
            call.setArguments(new ArgumentListExpression(arguments));
        }
        CallArguments.of(call).named().stream()
                .filter(entry -> entry.getValueExpression() instanceof MethodCallExpression value
                        && value.isImplicitThis()
                        && isQuoted(value.getMethod()))
                .findFirst()
                .ifPresent(entry -> restoreOption(call, word, entry));
    }

    /** {@code policy 'p', from: 'template' { }} */
    private void restoreOption(MethodCallExpression call, Meaning word, MapEntryExpression entry) {
        MethodCallExpression value = (MethodCallExpression) entry.getValueExpression();
        add(
                value.getMethod(),
                "Before a block, what a word takes goes into parentheses: write " + word.name() + "(…) { … }.");
        entry.setValueExpression(value.getMethod());
        List<Expression> arguments = new ArrayList<>(CallArguments.of(call).all());
        arguments.addAll(CallArguments.of(value).all());
        call.setArguments(new ArgumentListExpression(arguments));
    }

    static void rename(MethodCallExpression call, String name) {
        ConstantExpression method = new ConstantExpression(name);
        method.setSourcePosition(call.getMethod());
        call.setMethod(method);
    }
}
