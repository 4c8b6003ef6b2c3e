package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.PolicyScript;
import io.snapdsl.dsl.words.Surroundings;
import io.snapdsl.dsl.words.Vocabulary;
import io.snapdsl.dsl.words.WorkspaceBlock;
import io.snapdsl.engine.Nearest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.DynamicVariable;
import org.codehaus.groovy.ast.FieldNode;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.control.SourceUnit;
import org.codehaus.groovy.syntax.Types;

/**
 * Looks for words that are not, before types are looked at. It knows in which block it is, so it can say what is allowed
 * there. A misspelt word is replaced by the one that was probably meant, so that the rest is checked as if it were
 * right: one mistake, one message.
 */
final class WordCheck extends CallCheck {
    /** With fewer letters, that a word begins so says little. */
    private static final int SAYING = 4;

    private final Map<Class<?>, Vocabulary> places = Vocabulary.all();
    private final ArgumentCheck arguments;
    private final Expected expected = new Expected();
    private final Set<String> functions = new HashSet<>();

    WordCheck(SourceUnit source, Mistakes mistakes, Surroundings surroundings) {
        super(source, mistakes);
        this.arguments = new ArgumentCheck(mistakes, surroundings);
    }

    void check(ClassNode script) {
        names.gather(script);
        List<MethodNode> written = script.getMethods().stream()
                .filter(method -> method.isScriptBody() || method.getLineNumber() > 0)
                .toList();
        written.stream().filter(method -> !method.isScriptBody()).forEach(this::addFunction);
        Vocabulary words = places.get(PolicyScript.class);
        script.getFields().stream()
                .filter(field -> field.getLineNumber() > 0 && field.hasInitialExpression())
                .forEach(field -> checkField(field, words));
        for (MethodNode method : written) {
            names.enter(method);
            Frame frame = Frame.of(words);
            within(
                    method.isScriptBody() ? frame : frame.plain(),
                    () -> method.getCode().visit(this));
        }
    }

    private void checkField(FieldNode field, Vocabulary words) {
        within(Frame.of(words).plain(), () -> field.getInitialValueExpression().visit(this));
        FunctionTypes.infer(field);
    }

    private void addFunction(MethodNode function) {
        String name = function.getName();
        if (places.values().stream().anyMatch(place -> place.word(name).isPresent())) {
            String message = "'" + name + "' is a word: give the function another name.";
            mistakes.addAtWord(function.getLineNumber(), name, message, List.of(), Optional.empty());
        } else {
            functions.add(name);
            FunctionTypes.infer(function);
        }
    }

    @Override
    public void visitMethodCallExpression(MethodCallExpression call) {
        restoreHiddenWord(call);
        String name = call.getMethodAsString();
        if (isRunOn(call)) {
            if (here().vocabulary().flatMap(words -> words.word(name)).isPresent()) {
                add(call.getMethod(), beginsSomethingNew(name));
                here().say(name, call.getLineNumber());
                call.getObjectExpression().visit(this);
            } else if (!isWithoutParentheses(call)) {
                addMissingComma(call.getMethod());
                call.getObjectExpression().visit(this);
            }
            Marks.mistaken(call);
        } else if (!call.isImplicitThis() || name == null) {
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
        Optional<Integer> before = here().lineOf(word.name());
        if (before.isPresent() && isCertain() && word.word().once() && !Marks.isGuessed(call)) {
            add(call.getMethod(), "'" + word.name() + "' is said twice: line " + before.get() + " says it already.");
        }
        if (Marks.isGuessed(call)) {
            here().guess(word.name());
        } else {
            here().say(word.name(), call.getMethod().getLineNumber());
        }
        Marks.meaning(call, word);
        restoreName(call, word);
        arguments.check(call, word, isCertain());
        expected.asArgument(word, CallArguments.of(call).plain(), () -> visitArguments(call, Optional.of(word)));
    }

    private void visitArguments(MethodCallExpression call, Optional<Meaning> word) {
        boolean isReplayed = word.filter(one -> one.word().replayed()).isPresent();
        List<Expression> all = CallArguments.of(call).all();
        for (Expression argument : all) {
            if (argument instanceof ClosureExpression block
                    && word.flatMap(Meaning::block).isPresent()) {
                visitBlock(call, word.get(), block);
            } else if (isReplayed && argument instanceof ClosureExpression block) {
                new ReplayCheck(getSourceUnit(), mistakes).check(block);
            } else if (isReplayed && argument != all.get(0)) {
                add(argument, "Write the block itself here: what a replay does is read where it is said.");
            } else if (argument instanceof ClosureExpression) {
                // No word takes a block here: whose words it has in mind is anybody's guess.
                within(Frame.unknown(), () -> argument.visit(this));
            } else if (argument instanceof MapExpression named && word.isPresent()) {
                named.getMapEntryExpressions().forEach(entry -> visitOption(word.get(), entry));
            } else {
                argument.visit(this);
            }
        }
    }

    private void visitOption(Meaning word, MapEntryExpression entry) {
        entry.getKeyExpression().visit(this);
        CallArguments.name(entry)
                .flatMap(word::option)
                .ifPresentOrElse(
                        option -> expected.asOption(
                                option,
                                entry.getValueExpression(),
                                () -> entry.getValueExpression().visit(this)),
                        () -> entry.getValueExpression().visit(this));
    }

    private void visitBlock(MethodCallExpression call, Meaning word, ClosureExpression block) {
        Vocabulary words = places.get(word.block().orElseThrow());
        Frame frame = Frame.of(words);
        expected.asStatement(() -> withinBlock(frame, () -> block.getCode().visit(this)));
        boolean empty = block.getCode() instanceof BlockStatement code && code.isEmpty();
        if (empty && !word.word().ifEmpty().isEmpty()) {
            add(call.getMethod(), word.word().ifEmpty());
        } else if (!word.word().partial() && !mayTakeMore(call, word)) {
            words.words().values().stream()
                    .filter(needed -> !needed.word().required().isEmpty())
                    .filter(needed -> !frame.said().containsKey(needed.name()))
                    .forEach(needed -> add(call.getMethod(), needed.word().required()));
        }
    }

    /** Whether more than the block says holds, from a template; a misspelt option may have been meant to name one. */
    private static boolean mayTakeMore(MethodCallExpression call, Meaning word) {
        return CallArguments.of(call).named().stream()
                .flatMap(entry -> CallArguments.name(entry).stream())
                .anyMatch(name -> name.equals("from") || word.option(name).isEmpty());
    }

    private void visitUnknown(MethodCallExpression call, String name, Vocabulary words) {
        List<Vocabulary> homes = homes(place -> place.word(name).isPresent());
        Optional<Meaning> near = nearest(name, words).flatMap(words::word);
        if (words.value(name).isPresent()) {
            add(call.getMethod(), "'" + name + "' takes nothing: write it without parentheses.");
        } else if (name.equals(Exits.WORD)) {
            add(call.getMethod(), Exits.message(Exits.WORD));
        } else if (!homes.isEmpty()) {
            String hint = here().declaring() ? "" : " A block that several share is a template { }.";
            add(
                    call.getMethod(),
                    "'" + name + "' belongs in " + names(homes) + ", not in "
                            + words.place().name() + "." + hint,
                    words.statements(),
                    beginning(name, words));
        } else {
            add(
                    call.getMethod(),
                    "There is no word '" + name + "' in " + words.place().name() + ".",
                    expected.here(words),
                    near.map(Meaning::name));
            if (near.isPresent()) {
                rename(call, near.get().name());
                Marks.guessed(call);
                visitWord(call, near.get());
                return;
            }
        }
        Marks.mistaken(call);
        within(Frame.unknown(), () -> visitArguments(call, Optional.empty()));
    }

    private List<Vocabulary> homes(Predicate<Vocabulary> isHome) {
        List<Vocabulary> homes = places.values().stream()
                .filter(isHome)
                // A workspace is what is meant most of the time.
                .sorted(Comparator.comparing(place -> place.type() != WorkspaceBlock.class))
                .toList();
        // What is said anywhere in the script is mostly said in some block.
        List<Vocabulary> blocks = homes.stream()
                .filter(place -> place.type() != PolicyScript.class)
                .toList();
        return blocks.isEmpty() ? homes : blocks;
    }

    private static String names(List<Vocabulary> homes) {
        return homes.stream().map(home -> home.place().name()).distinct().collect(Collectors.joining(" or "));
    }

    private static Optional<String> nearest(String name, Vocabulary words) {
        return Nearest.to(name, words.words().keySet()).or(() -> beginning(name, words));
    }

    /** The one word that begins so: {@code before { }} is {@code beforeSnapshot}. */
    private static Optional<String> beginning(String name, Vocabulary words) {
        List<String> longer = words.statements().stream()
                .filter(word -> name.length() >= SAYING && word.startsWith(name))
                .toList();
        return longer.size() == 1 ? Optional.of(longer.get(0)) : Optional.empty();
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
        } else {
            Marks.meaning(use, words.get().value(name).get());
        }
    }

    private void unknownName(VariableExpression use, Vocabulary words) {
        String name = use.getName();
        if (words.word(name).isPresent()) {
            String example = words.word(name).get().word().example();
            add(use, "'" + name + "' does not stand alone: write " + (example.isEmpty() ? name + "()" : example) + ".");
            return;
        }
        if (name.equals(Exits.WORD)) {
            add(use, Exits.message(Exits.WORD));
            return;
        }
        List<String> allowed = new ArrayList<>(expected.here(words));
        allowed.addAll(names.here(expected.fits(use)));
        Optional<String> elsewhere =
                names.elsewhere(name, use).or(() -> expected.isText(use) ? Optional.empty() : atHome(use, words));
        if (elsewhere.isPresent()) {
            add(use, elsewhere.get(), allowed, Optional.empty());
        } else {
            Optional<String> near = Nearest.to(name, allowed)
                    .or(() -> Nearest.to(name, words.values().keySet()));
            String quotes =
                    expected.isText(use) && near.isEmpty() ? ": a text goes in quotes, as in '" + name + "'." : ".";
            String message = "There is nothing named '" + name + "' here";
            String why =
                    ": the subject '" + name + "' is in no variable. Write def " + name + " = … where it is declared.";
            add(use, message + (arguments.hasSubject(name) ? why : quotes), allowed, near);
        }
    }

    /** Where a value is known that is none here: first of all to the word of the same name as the one it is said with. */
    private Optional<String> atHome(VariableExpression use, Vocabulary words) {
        String name = use.getName();
        Optional<Meaning> said = expected.word(use);
        List<Vocabulary> homes = homes(place -> place.value(name).isPresent());
        List<Vocabulary> likely = homes.stream()
                .filter(home -> said.flatMap(word -> home.word(word.name()))
                        .filter(word -> Expected.takes(word, home.value(name).orElseThrow()))
                        .isPresent())
                .toList();
        String here = words.place().name();
        String why = said.map(word -> ": in " + here + ", '" + word.name() + "' takes " + Expected.kind(word) + ".")
                .orElse(", not in " + here + ".");
        return homes.isEmpty()
                ? Optional.empty()
                : Optional.of("'" + name + "' belongs in " + names(likely.isEmpty() ? homes : likely) + why);
    }

    @Override
    public void visitDeclarationExpression(DeclarationExpression declaration) {
        super.visitDeclarationExpression(declaration);
        if (!declaration.isMultipleAssignmentDeclaration()) {
            VariableExpression variable = declaration.getVariableExpression();
            names.declare(variable, declaration.getRightExpression());
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
            here().say(name, expression.getLineNumber());
            expression.getRightExpression().visit(this);
            Marks.mistaken(expression.getRightExpression()); // whatever its type
        } else {
            super.visitBinaryExpression(expression);
        }
    }
}
