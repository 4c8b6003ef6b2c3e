package io.snapdsl.dsl.check;

import groovy.transform.ThreadInterrupt;
import io.snapdsl.dsl.words.Stopping;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.AnnotationNode;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ClassExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.control.CompilePhase;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.transform.GroovyASTTransformation;
import org.codehaus.groovy.transform.ThreadInterruptibleASTTransformation;

/** What {@link ThreadInterrupt} does, so that endless loops can be stopped; but asking {@link Stopping}. */
@GroovyASTTransformation(phase = CompilePhase.CANONICALIZATION)
final class Interruptible extends ThreadInterruptibleASTTransformation {
    /** All classes of the script that {@code type} is of. */
    static void make(ClassNode type, SourceUnit source) {
        AnnotationNode annotation = new AnnotationNode(ClassHelper.make(ThreadInterrupt.class));
        new Interruptible().visit(new ASTNode[] {annotation, type}, source);
    }

    @Override
    protected Expression createCondition() {
        MethodCallExpression call = new MethodCallExpression(
                new ClassExpression(ClassHelper.make(Stopping.class)),
                "isWanted",
                ArgumentListExpression.EMPTY_ARGUMENTS);
        call.setImplicitThis(false);
        return call;
    }
}
