package io.snapdsl.engine;

/** Told how long work is coming along; called from many threads. */
public interface Progress {
    Progress NONE = new Progress() {
        @Override
        public void begin(String step, long expectedItems) {}

        @Override
        public void advance(long items, long bytes) {}
    };

    /** A new step starts; {@code expectedItems} is 0 when nobody can know. */
    void begin(String step, long expectedItems);

    void advance(long items, long bytes);
}
