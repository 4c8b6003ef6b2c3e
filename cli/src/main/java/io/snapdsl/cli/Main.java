package io.snapdsl.cli;

/** The {@code snapdsl} command. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        System.out.println("snapdsl 0.1.0");
        return 0;
    }
}
