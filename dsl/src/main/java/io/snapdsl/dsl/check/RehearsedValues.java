package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Texts;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.DynamicVariable;
import org.codehaus.groovy.ast.expr.ArrayExpression;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.BooleanExpression;
import org.codehaus.groovy.ast.expr.ClassExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.ListExpression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.NotExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.RangeExpression;
import org.codehaus.groovy.ast.expr.TernaryExpression;
import org.codehaus.groovy.ast.expr.UnaryMinusExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.runtime.ScriptBytecodeAdapter;
import org.codehaus.groovy.syntax.Types;

/** What expressions give in a rehearsal. Where there is a mistake, that is unknown: what is suggested is only a guess. */
final class RehearsedValues {
    private static final Vocabulary UNITS = Vocabulary.of(Units.class);

    private final Rehearsal rehearsal;
    private final Mistakes mistakes;
    private final RehearsedWords words;

    RehearsedValues(Rehearsal rehearsal, Mistakes mistakes, RehearsedLine line) {
        this.rehearsal = rehearsal;
        this.mistakes = mistakes;
        this.words = new RehearsedWords(rehearsal, this, line);
    }

    /** What is to stand in a variable. */
    Object known(Expression expression, Scope scope) {
        try {
            return of(expression, scope);
        } catch (UnknownException e) {
            return UnknownException.VALUE;
        }
    }

    /** @throws UnknownException if that can't be said */
    Object of(Expression expression, Scope scope) {
        if (expression instanceof MethodCallExpression call) {
            return sure(called(call, scope));
        }
        if (expression instanceof DeclarationExpression declaration) {
            return declared(declaration, scope);
        }
        return sure(isMistaken(expression) ? UnknownException.VALUE : written(expression, scope));
    }

    private static Object sure(Object value) {
        if (value == UnknownException.VALUE) {
            throw new UnknownException();
        }
        return value;
    }

    private boolean isMistaken(ASTNode place) {
        return mistakes.isKnown(place.getLineNumber(), place.getColumnNumber());
    }

    private Object written(Expression expression, Scope scope) {
        if (expression instanceof ConstantExpression constant && constant.getValue() != null) {
            return constant.getValue();
        }
        if (expression instanceof VariableExpression use) {
            return variable(use, scope);
        }
        if (expression instanceof PropertyExpression property) {
            return property(property, scope);
        }
        if (expression instanceof ClosureExpression block) {
            return new RehearsedBlock(rehearsal, block, scope, false);
        }
        if (expression instanceof UnaryMinusExpression minus) {
            return WrittenOut.negated(of(minus.getExpression(), scope)).orElse(UnknownException.VALUE);
        }
        return expression instanceof BooleanExpression || expression instanceof TernaryExpression
                ? decided(expression, scope)
                : composed(expression, scope);
    }

    private static Object variable(VariableExpression use, Scope scope) {
        return use.getAccessedVariable() instanceof DynamicVariable
                ? Marks.meaning(use)
                        .map(word -> RehearsedWords.value(word, scope))
                        .orElse(UnknownException.VALUE)
                : scope.get(use.getName());
    }

    /** A unit, or a field of the script. */
    private Object property(PropertyExpression property, Scope scope) {
        String name = String.valueOf(property.getPropertyAsString());
        if (property.getObjectExpression() instanceof VariableExpression self && self.isThisExpression()) {
            return scope.get(name);
        }
        return Calculation.data(of(property.getObjectExpression(), scope)) instanceof Number number
                ? UNITS.value(name).map(unit -> measured(number, unit)).orElse(UnknownException.VALUE)
                : UnknownException.VALUE;
    }

    private static Object measured(Number number, Meaning unit) {
        try {
            return WrittenOut.measured(number, unit);
        } catch (IllegalArgumentException e) {
            return UnknownException.VALUE;
        }
    }

    private Object decided(Expression expression, Scope scope) {
        if (expression instanceof TernaryExpression choice) {
            boolean holds = Calculation.isTrue(of(choice.getBooleanExpression(), scope));
            return of(holds ? choice.getTrueExpression() : choice.getFalseExpression(), scope);
        }
        boolean holds = Calculation.isTrue(of(((BooleanExpression) expression).getExpression(), scope));
        return holds != expression instanceof NotExpression;
    }

    private Object composed(Expression expression, Scope scope) {
        if (expression instanceof ListExpression list) {
            return new ArrayList<>(list.getExpressions().stream()
                    .map(one -> element(one, scope))
                    .toList());
        }
        if (expression instanceof MapExpression map) {
            Map<Object, Object> values = new LinkedHashMap<>();
            for (MapEntryExpression entry : map.getMapEntryExpressions()) {
                Object key = Calculation.single(of(entry.getKeyExpression(), scope));
                values.put(key, element(entry.getValueExpression(), scope));
            }
            return values;
        }
        if (expression instanceof RangeExpression range
                && of(range.getFrom(), scope) instanceof Integer from
                && of(range.getTo(), scope) instanceof Integer to) {
            return range(from, to, range);
        }
        return expression instanceof BinaryExpression operation ? operated(operation, scope) : UnknownException.VALUE;
    }

    private Object element(Expression expression, Scope scope) {
        Object value = of(expression, scope);
        return expression instanceof ListExpression || expression instanceof MapExpression
                ? value
                : Calculation.single(value);
    }

    private static Object range(Integer from, Integer to, RangeExpression range) {
        try {
            return ScriptBytecodeAdapter.createRange(from, to, range.isExclusiveLeft(), range.isExclusiveRight());
        } catch (Throwable e) {
            return UnknownException.VALUE;
        }
    }

    private Object operated(BinaryExpression operation, Scope scope) {
        int operator = operation.getOperation().getType();
        if (operator == Types.ASSIGN && operation.getLeftExpression() instanceof VariableExpression variable) {
            Object value = of(operation.getRightExpression(), scope);
            scope.assign(variable.getName(), value);
            return value;
        }
        return Calculation.operate(
                operator, of(operation.getLeftExpression(), scope), of(operation.getRightExpression(), scope));
    }

    private Object declared(DeclarationExpression declaration, Scope scope) {
        if (declaration.isMultipleAssignmentDeclaration()) {
            return sure(UnknownException.VALUE);
        }
        Object value = known(declaration.getRightExpression(), scope);
        scope.declare(declaration.getVariableExpression().getName(), value);
        return sure(value);
    }

    private List<Object> all(List<Expression> expressions, Scope scope) {
        List<Object> values = new ArrayList<>();
        expressions.forEach(one -> values.add(of(one, scope)));
        return values;
    }

    private Object called(MethodCallExpression call, Scope scope) {
        Optional<Meaning> word = Marks.meaning(call);
        if (Marks.isMistaken(call) || call.isSafe() || call.isSpreadSafe()) {
            return UnknownException.VALUE;
        }
        if (word.isPresent()) {
            // What prints does so when the script runs.
            return word.get().isEverywhere() ? null : words.said(call, word.get(), scope);
        }
        List<Expression> arguments = CallArguments.of(call).all();
        if (call.getObjectExpression() instanceof ClassExpression owner) {
            boolean isJoinedText = owner.getType().equals(ClassHelper.make(Texts.class));
            return isJoinedText
                    ? Texts.of(all(((ArrayExpression) arguments.get(0)).getExpressions(), scope)
                            .toArray())
                    : UnknownException.VALUE;
        }
        String name = String.valueOf(call.getMethodAsString());
        return call.getObjectExpression() instanceof VariableExpression self && self.isThisExpression()
                ? rehearsal.call(name, all(arguments, scope))
                : Calculation.call(
                        of(call.getObjectExpression(), scope),
                        name,
                        all(arguments, scope).toArray());
    }
}
