package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassCodeVisitorSupport;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.ast.stmt.IfStatement;
import org.codehaus.groovy.ast.stmt.SwitchStatement;
import org.codehaus.groovy.ast.stmt.TryCatchStatement;
import org.codehaus.groovy.ast.stmt.WhileStatement;
import org.codehaus.groovy.control.SourceUnit;

/** Goes through a script and knows where it is. */
abstract class ScriptVisitor extends ClassCodeVisitorSupport {
    final Mistakes mistakes;
    private final SourceUnit source;
    private final Deque<Frame> frames = new ArrayDeque<>();
    /** How deep in code that may be left out or run several times. */
    private int branches;

    ScriptVisitor(SourceUnit source, Mistakes mistakes) {
        this.source = source;
        this.mistakes = mistakes;
    }

    @Override
    protected final SourceUnit getSourceUnit() {
        return source;
    }

    final Frame here() {
        return frames.element();
    }

    /** Whether what is here is certain to be run, and once only. */
    final boolean isCertain() {
        return branches == 0;
    }

    final void within(Frame frame, Runnable visit) {
        frames.push(frame);
        visit.run();
        frames.pop();
    }

    /** In a block of its own, whatever that block is in. */
    final void withinBlock(Frame frame, Runnable visit) {
        int outside = branches;
        branches = 0;
        within(frame, visit);
        branches = outside;
    }

    private void maybe(Runnable visit) {
        branches++;
        visit.run();
        branches--;
    }

    @Override
    public final void visitClosureExpression(ClosureExpression closure) {
        maybe(() -> within(here().plain(), () -> super.visitClosureExpression(closure)));
    }

    @Override
    public final void visitIfElse(IfStatement statement) {
        maybe(() -> super.visitIfElse(statement));
    }

    @Override
    public final void visitSwitch(SwitchStatement statement) {
        maybe(() -> super.visitSwitch(statement));
    }

    @Override
    public final void visitTryCatchFinally(TryCatchStatement statement) {
        maybe(() -> super.visitTryCatchFinally(statement));
    }

    @Override
    public final void visitForLoop(ForStatement loop) {
        maybe(() -> super.visitForLoop(loop));
    }

    @Override
    public final void visitWhileLoop(WhileStatement loop) {
        maybe(() -> super.visitWhileLoop(loop));
    }

    /** Whether it is written as a text, in quotes. */
    final boolean isQuoted(ASTNode node) {
        int place = node.getColumnNumber() - 1;
        String line = line(node);
        return place >= 0 && place < line.length() && "'\"".indexOf(line.charAt(place)) >= 0;
    }

    /** Whether a dot joins it to what is before it: Groovy does without. What Groovy has put in counts as joined, too. */
    final boolean isAfterDot(ASTNode node) {
        String line = line(node);
        String before = line.substring(0, Math.max(0, Math.min(line.length(), node.getColumnNumber() - 1)));
        return before.isBlank() || before.stripTrailing().endsWith(".");
    }

    private String line(ASTNode node) {
        return node.getLineNumber() < 1
                ? ""
                : Optional.ofNullable(source.getSource().getLine(node.getLineNumber(), null))
                        .orElse("");
    }

    final void add(ASTNode node, String message) {
        add(node, message, List.of(), Optional.empty());
    }

    final void add(ASTNode node, String message, List<String> allowed, Optional<String> suggestion) {
        mistakes.add(node.getLineNumber(), node.getColumnNumber(), message, allowed, suggestion);
    }
}
