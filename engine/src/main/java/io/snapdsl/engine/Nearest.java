package io.snapdsl.engine;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The word that somebody probably meant. Only a slip is guessed: a wrong guess is worse than none. */
public final class Nearest {
    private Nearest() {}

    public static Optional<String> to(String written, Collection<String> known) {
        return allTo(written, known).stream().findFirst();
    }

    /** All that are equally near, in alphabetical order. */
    public static List<String> allTo(String written, Collection<String> known) {
        String lower = written.toLowerCase(Locale.ROOT);
        int tolerance = written.length() <= 5 ? 1 : written.length() <= 8 ? 2 : 3;
        record Candidate(String word, int distance) {}
        List<Candidate> near = known.stream()
                .map(word -> new Candidate(word, distance(lower, word.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.distance <= tolerance && candidate.distance < written.length())
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::word))
                .toList();
        return near.stream()
                .filter(candidate -> candidate.distance == near.get(0).distance)
                .map(Candidate::word)
                .toList();
    }

    /** Letters left out, added, changed, or swapped with their neighbours. */
    private static int distance(String a, String b) {
        int[][] steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : cheapest(steps, i, j, a, b);
            }
        }
        return steps[a.length()][b.length()];
    }

    private static int cheapest(int[][] steps, int i, int j, String a, String b) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best = Math.min(Math.min(steps[i - 1][j], steps[i][j - 1]) + 1, steps[i - 1][j - 1] + (same ? 0 : 1));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, steps[i - 2][j - 2] + 1) : best;
    }
}
