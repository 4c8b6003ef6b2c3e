package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Declarations;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.PolicyScript;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.Parameter;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.ast.stmt.IfStatement;
import org.codehaus.groovy.ast.stmt.ReturnStatement;
import org.codehaus.groovy.ast.stmt.Statement;

/**
 * Goes through a script that has mistakes, to tell what else would show if it ran. It is not run: its words are said, with
 * what can be calculated from the script alone. Any other statement is left out, as are those with a mistake of which
 * nobody knows what was meant, and then what follows from their absence is no mistake.
 */
final class Rehearsal {
    static final String TEMPLATE = "template";

    /** For each statement outside of all blocks. */
    private static final int MOST_STEPS = 10_000;

    private static final int DEEPEST_CALL = 50;

    private final Declarations declarations;
    private final RehearsedValues values;
    private final Set<String> functions;
    private final ClassNode script;
    private final Scope fields;
    private final Scope outside;
    private int steps;
    private int depth;

    private Rehearsal(ClassNode script, Mistakes known, Declarations declarations, RehearsedLine line) {
        this.script = script;
        this.declarations = declarations;
        this.values = new RehearsedValues(this, known, line);
        this.functions = script.getMethods().stream()
                .filter(method -> !method.isScriptBody() && method.getLineNumber() > 0)
                .map(MethodNode::getName)
                .collect(Collectors.toSet());
        this.fields = Scope.of(new Script(declarations));
        this.outside = fields.inner();
    }

    /**
     * @param known the mistakes of the script
     * @param line told which one is at hand
     */
    static void of(ClassNode script, Mistakes known, Declarations declarations, RehearsedLine line) {
        new Rehearsal(script, known, declarations, line).run();
    }

    private void run() {
        script.getFields().stream()
                .filter(field -> field.getLineNumber() > 0 && field.hasInitialExpression())
                .forEach(field -> fields.declare(field.getName(), values.known(field.getInitialExpression(), fields)));
        script.getMethods().stream()
                .filter(method -> method.isScriptBody() && !method.isStatic())
                .forEach(body -> run(body.getCode(), outside));
    }

    /** All of a script, function or block; gives what it gives. */
    Object run(Statement body, Scope scope) {
        try {
            return perform(body, scope);
        } catch (EndedException e) {
            return e.value;
        }
    }

    /** @throws UnknownException when nobody knows what it does */
    Object call(String function, List<Object> arguments) {
        List<MethodNode> found = script.getMethods(function).stream()
                .filter(method -> method.getParameters().length == arguments.size())
                .toList();
        if (found.size() != 1 || !functions.contains(function) || depth == DEEPEST_CALL) {
            throw new UnknownException();
        }
        Scope scope = fields.inner();
        Parameter[] parameters = found.get(0).getParameters();
        for (int i = 0; i < parameters.length; i++) {
            scope.declare(parameters[i].getName(), arguments.get(i));
        }
        depth++;
        Object result = run(found.get(0).getCode(), scope);
        depth--;
        return result;
    }

    /** That something is missing in the block at hand is not the author's mistake. */
    void leftOut(Scope scope) {
        declarations.leftOut(scope.target());
    }

    /** That nobody knows the name of what {@code word} declares: it may be what is looked for. */
    void nameless(Meaning word) {
        if (word.name().equals(TEMPLATE)) {
            declarations.leftOutTemplate();
        }
    }

    private Object perform(Statement statement, Scope scope) {
        if (statement instanceof BlockStatement block) {
            Object last = null;
            for (Statement each : block.getStatements()) {
                last = perform(each, scope);
            }
            return last;
        }
        try {
            return attempt(statement, scope);
        } catch (UnknownException | StackOverflowError e) {
            leaveOut(statement, scope);
            return UnknownException.VALUE;
        }
    }

    private void leaveOut(Statement statement, Scope scope) {
        leftOut(scope);
        LeftOut leftOut = LeftOut.of(statement, scope, functions);
        if (leftOut.mayMakeTemplate()) {
            declarations.leftOutTemplate();
        }
        if (leftOut.mayEndBlock()) {
            throw new EndedException(UnknownException.VALUE);
        }
    }

    private Object attempt(Statement statement, Scope scope) {
        steps = scope == outside ? 0 : steps + 1;
        if (steps > MOST_STEPS) {
            throw new UnknownException();
        }
        if (statement instanceof ExpressionStatement said) {
            return values.of(said.getExpression(), scope);
        }
        if (statement instanceof ReturnStatement end) {
            throw new EndedException(values.of(end.getExpression(), scope));
        }
        if (statement instanceof IfStatement choice) {
            boolean holds = Calculation.isTrue(values.of(choice.getBooleanExpression(), scope));
            return perform(holds ? choice.getIfBlock() : choice.getElseBlock(), scope.inner());
        }
        if (statement instanceof ForStatement loop
                && Calculation.data(values.of(loop.getCollectionExpression(), scope)) instanceof Collection<?> all) {
            for (Object one : new ArrayList<>(all)) {
                Scope inner = scope.inner();
                inner.declare(loop.getValueVariable().getName(), one);
                perform(loop.getLoopBlock(), inner);
            }
            return null;
        }
        if (statement.isEmpty()) {
            return null;
        }
        throw new UnknownException();
    }

    /** A body came to its end. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Object value;

        EndedException(Object value) {
            super(null, null, false, false);
            this.value = value;
        }
    }

    /** Whose words are said outside of all blocks. */
    private static final class Script extends PolicyScript {
        Script(Declarations declarations) {
            super(new Target(declarations));
        }

        @Override
        public Object run() {
            throw new UnsupportedOperationException("a rehearsal runs nothing");
        }
    }
}
