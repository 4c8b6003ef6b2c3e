package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.PolicyScript;
import io.snapdsl.dsl.words.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.FieldNode;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.EmptyExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.ListExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.TernaryExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.IfStatement;
import org.codehaus.groovy.ast.stmt.ReturnStatement;
import org.codehaus.groovy.ast.stmt.Statement;

/**
 * What a function gives, or a field has, whose author wrote only {@code def}: to Groovy that could be anything, which no
 * word takes. Where it ends with a word, it is what the word gives, be it a trigger, a subject, or a list of them.
 */
final class FunctionTypes {
    private static final Vocabulary WORDS = Vocabulary.of(PolicyScript.class);

    private FunctionTypes() {}

    static void infer(MethodNode function) {
        if (function.isDynamicReturnType() && function.getCode() instanceof BlockStatement code && !code.isEmpty()) {
            Set<Optional<ClassNode>> types =
                    results(code).stream().map(FunctionTypes::type).collect(Collectors.toSet());
            if (types.size() == 1) {
                types.iterator().next().ifPresent(function::setReturnType);
            }
        }
    }

    static void infer(FieldNode field) {
        if (field.isDynamicTyped()) {
            type(field.getInitialValueExpression()).ifPresent(field::setType);
        }
    }

    /** Everything that it may give. */
    private static List<Expression> results(BlockStatement code) {
        List<Expression> results = new ArrayList<>();
        code.visit(new CodeVisitorSupport() {
            @Override
            public void visitReturnStatement(ReturnStatement statement) {
                results.add(statement.getExpression());
            }

            @Override
            public void visitClosureExpression(ClosureExpression closure) {
                // What it returns, the function does not.
            }
        });
        addLast(code, results);
        return results;
    }

    /** What is given without a return: what its last statement is. */
    private static void addLast(Statement statement, List<Expression> results) {
        if (statement instanceof BlockStatement code && !code.isEmpty()) {
            addLast(code.getStatements().get(code.getStatements().size() - 1), results);
        } else if (statement instanceof IfStatement choice) {
            addLast(choice.getIfBlock(), results);
            addLast(choice.getElseBlock(), results);
        } else if (statement instanceof ExpressionStatement last) {
            results.add(last.getExpression());
        } else if (!(statement instanceof ReturnStatement)) {
            results.add(EmptyExpression.INSTANCE);
        }
    }

    private static Optional<ClassNode> type(Expression result) {
        if (result instanceof TernaryExpression choice) {
            Optional<ClassNode> type = type(choice.getTrueExpression());
            return type.equals(type(choice.getFalseExpression())) ? type : Optional.empty();
        }
        if (result instanceof ListExpression list) {
            boolean known = !list.getExpressions().isEmpty()
                    && list.getExpressions().stream().allMatch(one -> word(one).isPresent());
            return known ? Optional.of(ClassHelper.LIST_TYPE.getPlainNodeReference()) : Optional.empty();
        }
        return word(result)
                .map(Meaning::type)
                .filter(type -> type != void.class)
                .map(ClassHelper::make);
    }

    private static Optional<Meaning> word(Expression expression) {
        if (expression instanceof MethodCallExpression call && call.isImplicitThis()) {
            return WORDS.word(String.valueOf(call.getMethodAsString()));
        }
        return expression instanceof VariableExpression use ? WORDS.value(use.getName()) : Optional.empty();
    }
}
