package io.snapdsl.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What someone meant who mistyped a word. Only a slip is guessed: a wrong guess is worse than none. */
final class Nearest {
    private Nearest() {}

    static Optional<String> to(String word, Collection<String> known) {
        return known.stream()
                .filter(name -> slips(word, name) <= Math.max(1, Math.max(word.length(), name.length()) / 3))
                .min(Comparator.comparingInt(name -> slips(word, name)));
    }

    /** How many letters were left out, added, mistaken, or swapped with the next. */
    private static int slips(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int mistaken = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(cost[i - 1][j - 1] + mistaken, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                cost[i][j] = swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
            }
        }
        return cost[a.length()][b.length()];
    }
}
