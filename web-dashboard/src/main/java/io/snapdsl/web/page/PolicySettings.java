package io.snapdsl.web.page;

import io.snapdsl.engine.Durations;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import io.snapdsl.engine.retention.Period;
import io.snapdsl.engine.shape.Words;
import io.snapdsl.web.page.PoliciesPage.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A policy's settings as people read them, each with the line on which it stands. */
final class PolicySettings {
    private final Policy policy;
    private final Map<String, Integer> lines;

    /** @param lines by the settings' words */
    PolicySettings(Policy policy, Map<String, Integer> lines) {
        this.policy = policy;
        this.lines = lines;
    }

    List<Setting> all() {
        List<Setting> all = new ArrayList<>();
        all.add(setting(
                "protect", policy.subjects().stream().map(Declared::name).collect(Collectors.joining(", "))));
        policy.triggers()
                .forEach(trigger ->
                        all.add(new Setting("on", trigger.words(), lines.getOrDefault("on " + trigger.words(), 0))));
        all.add(setting("keep", policy.keep().map(PolicySettings::words).orElse("as by default")));
        all.add(setting("limits", words(policy.limits())));
        all.add(setting(
                "consolidate",
                policy.consolidation()
                        .map(rule -> rule.strategy().word().replace('_', ' ') + " above " + rule.after()
                                + (rule.preserveDiffs() ? ", what each changed stays readable" : ""))
                        .orElse("nothing is merged")));
        policy.expectEvery().ifPresent(age -> all.add(setting("expectEvery", Durations.words(age))));
        policy.hooks()
                .forEach(hook -> all.add(new Setting(
                        hook.point().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        "at most " + Durations.words(hook.timeout()),
                        0)));
        return all;
    }

    private Setting setting(String word, String value) {
        return new Setting(word, value, lines.getOrDefault(word, 0));
    }

    private static String words(KeepRules rules) {
        List<String> words = new ArrayList<>();
        if (rules.last() > 0) {
            words.add("last " + rules.last());
        }
        if (rules.sessions() > 0) {
            words.add("sessions " + rules.sessions());
        }
        rules.within().ifPresent(age -> words.add("within " + Durations.words(age)));
        Stream.of(Period.values())
                .filter(rules.periods()::containsKey)
                .forEach(period -> words.add(period.name().toLowerCase(Locale.ROOT) + " "
                        + rules.periods().get(period)));
        rules.tags().stream().sorted().forEach(tag -> words.add("tagged '" + tag + "'"));
        if (!rules.ids().isEmpty()) {
            words.add(rules.ids().size() + " by their ids");
        }
        return String.join("; ", words);
    }

    private static String words(Limits limits) {
        List<String> words = new ArrayList<>();
        limits.perSubject().ifPresent(number -> words.add(number + " per subject"));
        limits.total().ifPresent(number -> words.add(number + " in all"));
        limits.bytes().ifPresent(bytes -> words.add(Words.size(bytes)));
        return words.isEmpty() ? "none" : String.join("; ", words);
    }
}
