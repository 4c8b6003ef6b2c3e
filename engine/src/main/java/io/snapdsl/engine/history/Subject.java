package io.snapdsl.engine.history;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What is protected. */
public sealed interface Subject {
    SubjectId id();

    /** Unique in its store, and what people call it. */
    String name();

    /** What it is, in a word. */
    String kind();

    /**
     * A directory.
     *
     * @param birth what the directory keeps when it is moved, by which it is recognised then
     * @param unknownChanges what happens to changes that an operation did not announce
     * @param ignore what a policy wants left out, in gitignore's language; without, the directory's own rules hold
     * @param hookFailure what an agent's tool may do when what is there before it can't be kept
     * @param consolidateAbove how many snapshots it may show before a snap merges old ones; empty if it never does
     */
    record Workspace(
            SubjectId id,
            String name,
            Path directory,
            Birth birth,
            UnknownChanges unknownChanges,
            Optional<List<String>> ignore,
            HookFailure hookFailure,
            OptionalInt consolidateAbove)
            implements Subject {
        @Override
        public String kind() {
            return "workspace";
        }
    }

    /**
     * A container with its volumes.
     *
     * @param engine what tells the engine that has it from others
     * @param containerName what it is called there
     * @param containerId the engine's own id for it, which changes when it is replaced
     */
    record Container(SubjectId id, String name, String engine, String containerName, String containerId)
            implements Subject {
        @Override
        public String kind() {
            return "container";
        }
    }

    /**
     * What an agent knows: JSON, which it hands over to be kept.
     *
     * @param file where the agent keeps it, if a policy says so: then it is read there
     */
    record State(SubjectId id, String name, Optional<Path> file) implements Subject {
        @Override
        public String kind() {
            return "state";
        }
    }

    /** A directory's inode number and the instant it was made. The number alone is soon used again by another. */
    record Birth(long inode, Instant time) {}
}
