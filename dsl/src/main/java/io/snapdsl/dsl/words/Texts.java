package io.snapdsl.dsl.words;

/** Texts with values in them, <code>"took $snapshot"</code>. Groovy's own way would load its compiler at each start. */
public final class Texts {
    private Texts() {}

    public static String of(Object[] parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(part);
        }
        return text.toString();
    }
}
