package io.snapdsl.dsl.check;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.PostfixExpression;
import org.codehaus.groovy.ast.expr.PrefixExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.BreakStatement;
import org.codehaus.groovy.ast.stmt.ContinueStatement;
import org.codehaus.groovy.ast.stmt.ReturnStatement;
import org.codehaus.groovy.ast.stmt.Statement;
import org.codehaus.groovy.ast.stmt.ThrowStatement;
import org.codehaus.groovy.syntax.Types;

/** What nobody knows once a statement was left out of a rehearsal. */
final class LeftOut extends CodeVisitorSupport {
    private final Scope scope;
    private final Set<String> functions;
    private final Set<String> changed = new HashSet<>();
    private boolean mayEndBlock;
    private boolean mayMakeTemplate;

    private LeftOut(Scope scope, Set<String> functions) {
        this.scope = scope;
        this.functions = functions;
    }

    static LeftOut of(Statement statement, Scope scope, Set<String> functions) {
        LeftOut leftOut = new LeftOut(scope, functions);
        statement.visit(leftOut);
        leftOut.changed.forEach(name -> scope.assign(name, UnknownException.VALUE));
        return leftOut;
    }

    /** Whether what comes after it may never be reached. */
    boolean mayEndBlock() {
        return mayEndBlock;
    }

    boolean mayMakeTemplate() {
        return mayMakeTemplate;
    }

    @Override
    public void visitMethodCallExpression(MethodCallExpression call) {
        String name = String.valueOf(call.getMethodAsString());
        mayMakeTemplate |= name.equals(Rehearsal.TEMPLATE) || functions.contains(name);
        super.visitMethodCallExpression(call);
    }

    @Override
    public void visitVariableExpression(VariableExpression use) {
        Object value = scope.get(use.getName());
        if (value instanceof Collection || value instanceof Map) {
            changed.add(use.getName());
        }
    }

    @Override
    public void visitBinaryExpression(BinaryExpression expression) {
        if (Types.ofType(expression.getOperation().getType(), Types.ASSIGNMENT_OPERATOR)) {
            changes(expression.getLeftExpression());
        }
        super.visitBinaryExpression(expression);
    }

    @Override
    public void visitPostfixExpression(PostfixExpression expression) {
        changes(expression.getExpression());
    }

    @Override
    public void visitPrefixExpression(PrefixExpression expression) {
        changes(expression.getExpression());
    }

    private void changes(Expression variable) {
        variable.visit(new CodeVisitorSupport() {
            @Override
            public void visitVariableExpression(VariableExpression use) {
                changed.add(use.getName());
            }
        });
    }

    @Override
    public void visitReturnStatement(ReturnStatement statement) {
        ends(statement);
        super.visitReturnStatement(statement);
    }

    @Override
    public void visitBreakStatement(BreakStatement statement) {
        ends(statement);
    }

    @Override
    public void visitContinueStatement(ContinueStatement statement) {
        ends(statement);
    }

    @Override
    public void visitThrowStatement(ThrowStatement statement) {
        ends(statement);
        super.visitThrowStatement(statement);
    }

    private void ends(ASTNode statement) {
        mayEndBlock |= statement.getLineNumber() > 0;
    }
}
