package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.FieldNode;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.Variable;
import org.codehaus.groovy.ast.VariableScope;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.VariableExpression;

/** The names that the author has given to things: those that can be used at a place, and those that lie elsewhere. */
final class Names {
    private static final Vocabulary UNITS = Vocabulary.of(Units.class);

    private final Deque<VariableScope> scopes = new ArrayDeque<>();
    private final Set<String> fields = new HashSet<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private final Set<Variable> made = new HashSet<>();
    private final Map<Variable, Class<?>> types = new HashMap<>();
    private boolean isInFunction;

    /** Looks through all of a script, for names that are used where they are not known. */
    void gather(ClassNode script) {
        script.getFields().stream()
                .filter(field -> field.getLineNumber() > 0)
                .map(FieldNode::getName)
                .forEach(fields::add);
        for (MethodNode method : script.getMethods()) {
            if (method.getCode() != null) {
                method.getCode().visit(new CodeVisitorSupport() {
                    @Override
                    public void visitDeclarationExpression(DeclarationExpression declaration) {
                        super.visitDeclarationExpression(declaration);
                        if (!declaration.isMultipleAssignmentDeclaration()) {
                            lines.putIfAbsent(
                                    declaration.getVariableExpression().getName(), declaration.getLineNumber());
                        }
                    }
                });
            }
        }
    }

    /** Functions see nothing of what the script keeps in variables. */
    void enter(MethodNode method) {
        isInFunction = !method.isScriptBody();
    }

    void within(VariableScope scope, Runnable visit) {
        scopes.push(scope);
        visit.run();
        scopes.pop();
    }

    /** From here on it can be used. What it stands for is known where that can be seen. */
    void declare(VariableExpression variable, Expression value) {
        made.add(variable);
        writtenOut(value)
                .<Class<?>>map(Object::getClass)
                .or(() -> Marks.meaning(value).map(Meaning::type))
                .ifPresent(type -> types.put(variable, type));
    }

    private static Optional<Object> writtenOut(Expression value) {
        try {
            return WrittenOut.value(value, UNITS);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // That is told where it is used.
        }
    }

    /** @param fits whether a value of a type would do */
    List<String> here(Predicate<Class<?>> fits) {
        Set<String> visible = new TreeSet<>(fields);
        for (VariableScope scope = scopes.peek(); scope != null; scope = scope.getParent()) {
            for (Iterator<Variable> all = scope.getDeclaredVariablesIterator(); all.hasNext(); ) {
                Variable variable = all.next();
                boolean fitting = Optional.<Class<?>>ofNullable(types.get(variable))
                        .map(fits::test)
                        .orElse(true);
                if (isMade(variable) && fitting) {
                    visible.add(variable.getName());
                }
            }
        }
        return new ArrayList<>(visible);
    }

    /** Parameters have been there since their block began; in a block of words, Groovy's own is of no use. */
    private boolean isMade(Variable variable) {
        return variable instanceof VariableExpression
                ? made.contains(variable)
                : !variable.getName().equals("it");
    }

    /** Why {@code name} is not known at {@code place}, though there is one. */
    Optional<String> elsewhere(String name, ASTNode place) {
        Optional<Integer> line = Optional.ofNullable(lines.get(name));
        if (isInFunction) {
            return line.map(number -> "A function does not see '" + name + "', which line " + number
                    + " makes: hand it over as a parameter, or write @groovy.transform.Field before its def.");
        }
        return made.stream().anyMatch(variable -> variable.getName().equals(name))
                ? line.map(number ->
                        "'" + name + "' is known only inside of the block in which line " + number + " makes it.")
                : line.filter(number -> number > place.getLineNumber())
                        .map(number ->
                                "'" + name + "' is only made in line " + number + ": move that up, before it is used.");
    }
}
