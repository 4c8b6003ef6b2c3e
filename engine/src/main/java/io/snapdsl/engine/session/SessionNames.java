package io.snapdsl.engine.session;

import java.util.List;
import java.util.random.RandomGenerator;

/** Names that are short, can be said aloud and typed, and hardly ever come twice: {@code calm-otter-417}. */
final class SessionNames {
    private static final List<String> QUALITIES = List.of(
            "amber", "bold", "brave", "bright", "brisk", "calm", "clear", "cosy", "crisp", "eager", "early", "fair",
            "fleet", "fresh", "gentle", "glad", "green", "happy", "keen", "kind", "light", "lively", "lucky", "merry",
            "mild", "neat", "noble", "quick", "quiet", "silver", "sunny", "swift");
    private static final List<String> ANIMALS = List.of(
            "badger", "bear", "beaver", "bee", "crane", "crow", "deer", "dove", "eagle", "falcon", "finch", "fox",
            "goose", "hare", "hawk", "heron", "horse", "ibis", "jay", "lark", "lynx", "marten", "moth", "otter", "owl",
            "puffin", "raven", "robin", "seal", "swan", "tern", "wren");
    private static final int LOWEST = 100;
    private static final int HIGHEST = 999;

    private SessionNames() {}

    static String next(RandomGenerator random) {
        return pick(QUALITIES, random) + "-" + pick(ANIMALS, random) + "-" + random.nextInt(LOWEST, HIGHEST + 1);
    }

    private static String pick(List<String> words, RandomGenerator random) {
        return words.get(random.nextInt(words.size()));
    }
}
