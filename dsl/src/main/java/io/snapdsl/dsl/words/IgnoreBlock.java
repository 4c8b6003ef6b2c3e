package io.snapdsl.dsl.words;

import io.snapdsl.engine.capture.IgnoreRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

@Place(name = "ignore { }", value = "What to leave out of a workspace's snapshots. Later rules go before earlier ones.")
public final class IgnoreBlock extends Block {
    private final List<String> patterns = new ArrayList<>();

    IgnoreBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(
            value = "The rules for workspaces that have none of their own: `snapdsl ignore info` lists them.",
            once = true)
    public void defaults() {
        IgnoreRules.defaults().rules().forEach(rule -> patterns.add(rule.pattern()));
    }

    @Word(
            value = "Rules in the language of `.gitignore`.",
            example = "patterns 'outputs/**', '*_temp.*', '!keep_temp.txt'")
    public void patterns(@Checked(Literal.PATTERN) String... patterns) {
        patterns(List.of(patterns));
    }

    public void patterns(Collection<String> patterns) {
        if (checkAll("patterns", Literal.PATTERN, patterns)) {
            this.patterns.addAll(patterns);
        }
    }

    List<String> patterns() {
        return patterns;
    }
}
