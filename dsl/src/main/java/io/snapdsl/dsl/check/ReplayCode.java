package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.ReplayOperations;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.StaticMethodCallExpression;

/** Pieces of code that a block of a replay is made of, each at the place of what it stands for. */
final class ReplayCode {
    private ReplayCode() {}

    /** A call of one of the {@link ReplayOperations}. */
    static Expression operation(Expression place, String name, Expression... arguments) {
        return replaced(
                place,
                new StaticMethodCallExpression(
                        ClassHelper.make(ReplayOperations.class), name, new ArgumentListExpression(arguments)));
    }

    static Expression text(String text) {
        return new ConstantExpression(text);
    }

    /** Stands for what was refused, so that one mistake stays one. */
    static Expression nothing(Expression place) {
        return replaced(place, new ConstantExpression(null));
    }

    static <E extends Expression> E replaced(Expression place, E with) {
        with.setSourcePosition(place);
        return with;
    }
}
