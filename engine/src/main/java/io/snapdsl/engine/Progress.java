package io.snapdsl.engine;

/** Told how long work is coming along; called from many threads. */
public interface Progress {
    Progress NONE = new Progress() {
        @Override
        public void begin(String step, String unit, long expected) {}

        @Override
        public void advance(long items, long bytes) {}
    };

    /** A new step starts, counted in {@code unit} ("file"); {@code expected} is 0 when nobody can know how many. */
    void begin(String step, String unit, long expected);

    void advance(long items, long bytes);

    /** Something happened on the way that whoever waits was not asked about and should know. */
    default void note(String text) {}
}
