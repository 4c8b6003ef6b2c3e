package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Option;
import io.snapdsl.dsl.words.Vocabulary;
import java.io.File;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** What can stand where the check is: alone, or as what a word or one of its options is said with. */
final class Expected {
    private final Deque<Function<Vocabulary, List<String>>> around = new ArrayDeque<>();

    void asArgument(Meaning word, Runnable visit) {
        within(word.block().isPresent() ? Vocabulary::statements : words -> giving(word, words), visit);
    }

    void asOption(Option option, Runnable visit) {
        within(words -> words.giving(option), visit);
    }

    void asStatement(Runnable visit) {
        within(Vocabulary::statements, visit);
    }

    private void within(Function<Vocabulary, List<String>> allowed, Runnable visit) {
        around.push(allowed);
        visit.run();
        around.pop();
    }

    List<String> here(Vocabulary words) {
        return around.isEmpty() ? words.statements() : around.peek().apply(words);
    }

    private static List<String> giving(Meaning word, Vocabulary words) {
        return word.forms().stream()
                .flatMap(form -> Meaning.plainParameters(form).stream())
                .map(parameter -> parameter.isVarArgs() ? parameter.getType().componentType() : parameter.getType())
                .flatMap(type -> giving(type, words).stream())
                .distinct()
                .toList();
    }

    /** A text is put together from what there is. */
    private static List<String> giving(Class<?> type, Vocabulary words) {
        return words.giving(type == String.class ? File.class : type);
    }
}
