package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Nearest;
import io.snapdsl.dsl.words.PolicyScript;
import io.snapdsl.dsl.words.Vocabulary;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassCodeVisitorSupport;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.DynamicVariable;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.ast.stmt.IfStatement;
import org.codehaus.groovy.ast.stmt.Statement;
import org.codehaus.groovy.ast.stmt.SwitchStatement;
import org.codehaus.groovy.ast.stmt.TryCatchStatement;
import org.codehaus.groovy.ast.stmt.WhileStatement;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.syntax.Types;

/**
 * Looks for words that are not, before types are looked at. It knows in which block it is, so it can say what is allowed
 * there. A misspelt word is replaced by the one that was probably meant, so that the rest is checked as if it were
 * right: one mistake, one message.
 */
final class WordCheck extends ClassCodeVisitorSupport {
    private final SourceUnit source;
    private final Mistakes mistakes;
    private final Map<Class<?>, Vocabulary> places = Vocabulary.all();
    private final ArgumentCheck arguments;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Deque<Meaning> calls = new ArrayDeque<>();
    private final Set<String> functions = new HashSet<>();
    private final Set<String> variables = new HashSet<>();
    /** How deep in code that may be left out or run several times. */
    private int branches;

    WordCheck(SourceUnit source, Mistakes mistakes, Path directory) {
        this.source = source;
        this.mistakes = mistakes;
        this.arguments = new ArgumentCheck(mistakes, directory);
    }

    @Override
    protected SourceUnit getSourceUnit() {
        return source;
    }

    void check(ClassNode script) {
        List<MethodNode> written = script.getMethods().stream()
                .filter(method -> method.isScriptBody() || method.getLineNumber() > 0)
                .toList();
        written.stream().filter(method -> !method.isScriptBody()).forEach(method -> functions.add(method.getName()));
        Vocabulary words = places.get(PolicyScript.class);
        for (MethodNode method : written) {
            Frame frame = Frame.of(words);
            within(
                    method.isScriptBody() ? frame : frame.plain(),
                    () -> method.getCode().visit(this));
        }
    }

    private void within(Frame frame, Runnable visit) {
        frames.push(frame);
        visit.run();
        frames.pop();
    }

    private Frame here() {
        return frames.element();
    }

    @Override
    public void visitClosureExpression(ClosureExpression closure) {
        maybe(() -> within(here().plain(), () -> super.visitClosureExpression(closure)));
    }

    @Override
    public void visitMethodCallExpression(MethodCallExpression call) {
        restoreHiddenWord(call);
        String name = call.getMethodAsString();
        if (!call.isImplicitThis() || name == null) {
            super.visitMethodCallExpression(call);
        } else if (functions.contains(name)) {
            // A block only hears its own words; a function belongs to the script.
            call.setImplicitThis(false);
            super.visitMethodCallExpression(call);
        } else if (here().vocabulary().isEmpty()) {
            Marks.mistaken(call);
            visitArguments(call, Optional.empty());
        } else {
            Vocabulary words = here().vocabulary().get();
            words.word(name).ifPresentOrElse(word -> visitWord(call, word), () -> visitUnknown(call, name, words));
        }
    }

    private void visitWord(MethodCallExpression call, Meaning word) {
        Integer before = branches > 0 ? null : here().said().get(word.name());
        if (before != null && word.word().once()) {
            add(call.getMethod(), "'" + word.name() + "' is said twice: line " + before + " says it already.");
        }
        here().said().putIfAbsent(word.name(), call.getMethod().getLineNumber());
        Marks.meaning(call, word);
        arguments.check(call, word, branches == 0);
        calls.push(word);
        visitArguments(call, Optional.of(word));
        calls.pop();
    }

    private void visitArguments(MethodCallExpression call, Optional<Meaning> word) {
        for (Expression argument : CallArguments.of(call).all()) {
            if (argument instanceof ClosureExpression closure && word.isEmpty()) {
                within(Frame.unknown(), () -> closure.getCode().visit(this));
            } else if (argument instanceof ClosureExpression closure
                    && word.get().block().isPresent()) {
                visitBlock(call, word.get(), closure);
            } else {
                argument.visit(this);
            }
        }
    }

    private void visitBlock(MethodCallExpression call, Meaning word, ClosureExpression block) {
        Vocabulary words = places.get(word.block().orElseThrow());
        Frame frame = Frame.of(words);
        int outside = branches;
        branches = 0;
        within(frame, () -> block.getCode().visit(this));
        branches = outside;
        boolean empty = block.getCode() instanceof BlockStatement code && code.isEmpty();
        if (empty && !word.word().ifEmpty().isEmpty()) {
            add(call.getMethod(), word.word().ifEmpty());
        } else if (!word.word().partial() && !CallArguments.of(call).has("from")) {
            words.words().values().stream()
                    .filter(needed -> !needed.word().required().isEmpty())
                    .filter(needed -> !frame.said().containsKey(needed.name()))
                    .forEach(needed -> add(call.getMethod(), needed.word().required()));
        }
    }

    private void visitUnknown(MethodCallExpression call, String name, Vocabulary words) {
        List<Vocabulary> elsewhere = places.values().stream()
                .filter(place -> place.word(name).isPresent())
                .toList();
        Optional<Meaning> near = Nearest.to(name, words.words().keySet()).flatMap(words::word);
        if (words.value(name).isPresent()) {
            add(call.getMethod(), "'" + name + "' takes nothing: write it without parentheses.");
        } else if (!elsewhere.isEmpty()) {
            add(
                    call.getMethod(),
                    "'" + name + "' belongs in " + elsewhere.get(0).place().name() + ", not in "
                            + words.place().name() + ".",
                    words.statements(),
                    Optional.empty());
        } else {
            add(
                    call.getMethod(),
                    "There is no word '" + name + "' in " + words.place().name() + ".",
                    allowed(words),
                    near.map(Meaning::name));
            if (near.isPresent()) {
                rename(call, near.get().name());
                Marks.guessed(call);
                visitWord(call, near.get());
                return;
            }
        }
        Marks.mistaken(call);
        visitArguments(call, elsewhere.stream().findFirst().flatMap(place -> place.word(name)));
    }

    /** What can stand here: alone, or as what another word is said with. */
    private List<String> allowed(Vocabulary words) {
        return calls.isEmpty() || calls.peek().block().isPresent()
                ? words.statements()
                : calls.peek().forms().stream()
                        .flatMap(form -> Meaning.plainParameters(form).stream())
                        .map(parameter ->
                                parameter.isVarArgs() ? parameter.getType().componentType() : parameter.getType())
                        .flatMap(type -> words.giving(type).stream())
                        .distinct()
                        .toList();
    }

    /** {@code def path = …; workspace('app') { path path }}: Groovy takes the word for a call of the variable. */
    private void restoreHiddenWord(MethodCallExpression call) {
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
            call.setObjectExpression(VariableExpression.THIS_EXPRESSION);
            call.setImplicitThis(true);
            rename(call, name);
        }
    }

    private static void rename(MethodCallExpression call, String name) {
        ConstantExpression method = new ConstantExpression(name);
        method.setSourcePosition(call.getMethod());
        call.setMethod(method);
    }

    @Override
    public void visitVariableExpression(VariableExpression use) {
        if (!(use.getAccessedVariable() instanceof DynamicVariable)) {
            return;
        }
        String name = use.getName();
        Optional<Vocabulary> words = here().vocabulary();
        if (words.isEmpty()) {
            Marks.mistaken(use);
        } else if (words.get().value(name).isEmpty()) {
            Marks.mistaken(use);
            unknownName(use, words.get());
        }
    }

    private void unknownName(VariableExpression use, Vocabulary words) {
        String name = use.getName();
        if (words.word(name).isPresent()) {
            String example = words.word(name).get().word().example();
            add(use, "'" + name + "' does not stand alone: write " + (example.isEmpty() ? name + "()" : example) + ".");
            return;
        }
        Set<String> known = new HashSet<>(variables);
        known.addAll(words.values().keySet());
        List<String> allowed = new ArrayList<>(allowed(words));
        variables.stream().sorted().forEach(allowed::add);
        add(use, "There is nothing named '" + name + "' here.", allowed, Nearest.to(name, known));
    }

    @Override
    public void visitDeclarationExpression(DeclarationExpression declaration) {
        super.visitDeclarationExpression(declaration);
        if (!declaration.isMultipleAssignmentDeclaration()) {
            VariableExpression variable = declaration.getVariableExpression();
            variables.add(variable.getName());
            if (Marks.isMistaken(declaration.getRightExpression())) {
                Marks.mistaken(variable);
            }
        }
    }

    @Override
    public void visitBinaryExpression(BinaryExpression expression) {
        boolean assigned = expression.getOperation().getType() == Types.ASSIGN
                && expression.getLeftExpression() instanceof VariableExpression variable
                && variable.getAccessedVariable() instanceof DynamicVariable;
        if (assigned && here().vocabulary().isPresent()) {
            String name = expression.getLeftExpression().getText();
            boolean word = here().vocabulary().get().word(name).isPresent();
            Marks.mistaken(expression.getLeftExpression());
            add(
                    expression.getLeftExpression(),
                    word
                            ? "'" + name + "' is a word, no variable: leave out the '='."
                            : "There is no variable '" + name + "': write def " + name + " = … to make one.");
            here().said().putIfAbsent(name, expression.getLineNumber());
            expression.getRightExpression().visit(this);
        } else {
            super.visitBinaryExpression(expression);
        }
    }

    @Override
    public void visitExpressionStatement(ExpressionStatement statement) {
        if (isLabelled(statement)) {
            return;
        }
        Expression expression = statement.getExpression();
        if (here().declaring() && NoEffect.isSure(expression)) {
            boolean unknown = expression instanceof VariableExpression use
                    && use.getAccessedVariable() instanceof DynamicVariable
                    && here().vocabulary()
                            .flatMap(words -> words.value(use.getName()))
                            .isEmpty();
            if (unknown) {
                super.visitExpressionStatement(statement);
            } else {
                add(
                        expression,
                        "This does nothing by itself.",
                        here().vocabulary().map(Vocabulary::statements).orElse(List.of()),
                        Optional.empty());
            }
            Marks.mistaken(expression);
            return;
        }
        super.visitExpressionStatement(statement);
        Optional<Meaning> inert =
                Marks.meaning(expression).filter(word -> word.word().inert());
        if (here().declaring() && inert.isPresent()) {
            add(
                    ((MethodCallExpression) expression).getMethod(),
                    "'" + inert.get().name() + "' does nothing by itself: write "
                            + inert.get().word().example() + ".");
        }
    }

    @Override
    public void visitBlockStatement(BlockStatement block) {
        if (!isLabelled(block)) {
            super.visitBlockStatement(block);
        }
    }

    private boolean isLabelled(Statement statement) {
        List<String> labels =
                Optional.ofNullable(statement.getStatementLabels()).orElse(List.of());
        labels.forEach(label -> mistakes.addAtWord(
                statement.getLineNumber(),
                label,
                "'" + label + ":' with a colon does nothing: leave out the colon.",
                List.of(),
                Optional.empty()));
        labels.forEach(label -> here().said().putIfAbsent(label, statement.getLineNumber()));
        return !labels.isEmpty();
    }

    @Override
    public void visitIfElse(IfStatement statement) {
        maybe(() -> super.visitIfElse(statement));
    }

    @Override
    public void visitSwitch(SwitchStatement statement) {
        maybe(() -> super.visitSwitch(statement));
    }

    @Override
    public void visitTryCatchFinally(TryCatchStatement statement) {
        maybe(() -> super.visitTryCatchFinally(statement));
    }

    @Override
    public void visitForLoop(ForStatement loop) {
        maybe(() -> super.visitForLoop(loop));
    }

    @Override
    public void visitWhileLoop(WhileStatement loop) {
        maybe(() -> super.visitWhileLoop(loop));
    }

    private void maybe(Runnable visit) {
        branches++;
        visit.run();
        branches--;
    }

    private void add(ASTNode node, String message) {
        add(node, message, List.of(), Optional.empty());
    }

    private void add(ASTNode node, String message, List<String> allowed, Optional<String> suggestion) {
        mistakes.add(node.getLineNumber(), node.getColumnNumber(), message, allowed, suggestion);
    }
}
