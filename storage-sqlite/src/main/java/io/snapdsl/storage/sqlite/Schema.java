package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** The tables, and how an older store becomes a present one. */
final class Schema {
    /** "snap" in the file's header: tells our databases from others'. */
    static final int APPLICATION_ID = 0x736E6170;

    private static final List<String> VERSION_1 = List.of(
            """
            CREATE TABLE subject (
                id        INTEGER PRIMARY KEY,
                kind      TEXT NOT NULL,
                name      TEXT NOT NULL UNIQUE,
                location  BLOB NOT NULL,
                inode     INTEGER NOT NULL,
                seconds   INTEGER NOT NULL,
                nanos     INTEGER NOT NULL,
                unknown_changes TEXT NOT NULL DEFAULT 'auto-integrate',
                ignored         TEXT,
                consolidate_above INTEGER)""",
            """
            CREATE TABLE operation (
                id          INTEGER PRIMARY KEY AUTOINCREMENT,
                seconds     INTEGER NOT NULL,
                nanos       INTEGER NOT NULL,
                kind        TEXT NOT NULL,
                subject_id  INTEGER REFERENCES subject,
                snapshot    BLOB,
                detail      TEXT NOT NULL)""",
            // The previous one is no foreign key: where it is missing, 'verify' says so, and the rest must still be
            // usable.
            """
            CREATE TABLE snapshot (
                id          BLOB PRIMARY KEY,
                subject_id  INTEGER NOT NULL REFERENCES subject,
                subject     TEXT NOT NULL,
                sequence    INTEGER NOT NULL,
                previous    BLOB,
                seconds     INTEGER NOT NULL,
                nanos       INTEGER NOT NULL,
                trigger     TEXT NOT NULL,
                tool        TEXT NOT NULL,
                goal        TEXT NOT NULL,
                session     TEXT NOT NULL,
                policy      TEXT NOT NULL,
                tags        TEXT NOT NULL,
                root        BLOB NOT NULL,
                coverage    BLOB NOT NULL,
                created     INTEGER NOT NULL,
                modified    INTEGER NOT NULL,
                deleted     INTEGER NOT NULL,
                origin      BLOB,
                announced   BLOB NOT NULL,
                claims      BLOB,
                git_commit  TEXT,
                git_branch  TEXT,
                replaces    BLOB,
                removed_by  INTEGER REFERENCES operation,
                replaced_by BLOB REFERENCES snapshot DEFERRABLE INITIALLY DEFERRED) WITHOUT ROWID""",
            // What was recorded, for ever; and what is shown of it after consolidations.
            "CREATE INDEX snapshot_by_sequence ON snapshot (subject_id, sequence, id, replaced_by)",
            "CREATE UNIQUE INDEX snapshot_in_chain ON snapshot (subject_id, sequence) WHERE replaces IS NULL",
            "CREATE UNIQUE INDEX snapshot_in_view ON snapshot (subject_id, sequence) WHERE replaced_by IS NULL",
            "CREATE INDEX snapshot_by_place ON snapshot (replaced_by) WHERE replaced_by IS NOT NULL",
            "CREATE INDEX snapshot_by_time ON snapshot (subject_id, seconds, nanos)",
            "CREATE INDEX snapshot_by_previous ON snapshot (previous)",
            "CREATE INDEX snapshot_by_session ON snapshot (session, seconds, nanos) WHERE session <> ''",
            "CREATE INDEX snapshot_present ON snapshot (subject_id, seconds, nanos, sequence)"
                    + " WHERE removed_by IS NULL AND replaced_by IS NULL",
            "CREATE INDEX snapshot_claiming ON snapshot (subject_id, sequence) WHERE claims IS NOT NULL",
            "CREATE INDEX operation_by_snapshot ON operation (snapshot) WHERE snapshot IS NOT NULL",
            """
            CREATE TABLE session (
                id               TEXT PRIMARY KEY,
                tool             TEXT NOT NULL,
                goal             TEXT NOT NULL,
                started_seconds  INTEGER NOT NULL,
                started_nanos    INTEGER NOT NULL,
                ended_seconds    INTEGER,
                ended_nanos      INTEGER,
                outcome          TEXT NOT NULL) WITHOUT ROWID""",
            """
            CREATE TABLE milestone (
                id              INTEGER PRIMARY KEY,
                subject_id      INTEGER NOT NULL REFERENCES subject,
                title           TEXT NOT NULL,
                description     TEXT NOT NULL,
                tags            TEXT NOT NULL,
                first_sequence  INTEGER NOT NULL,
                last_sequence   INTEGER NOT NULL,
                seconds         INTEGER NOT NULL,
                nanos           INTEGER NOT NULL,
                UNIQUE (subject_id, title),
                UNIQUE (subject_id, first_sequence))""",
            """
            CREATE TABLE pin (
                snapshot  BLOB PRIMARY KEY REFERENCES snapshot,
                reason    TEXT NOT NULL,
                seconds   INTEGER NOT NULL,
                nanos     INTEGER NOT NULL) WITHOUT ROWID""",
            "CREATE TABLE verified (snapshot BLOB PRIMARY KEY REFERENCES snapshot) WITHOUT ROWID",
            """
            CREATE TABLE preserved_patch (
                snapshot  BLOB PRIMARY KEY REFERENCES snapshot,
                patch     BLOB NOT NULL,
                split     INTEGER NOT NULL) WITHOUT ROWID""",
            """
            CREATE TABLE policy_run (
                policy      TEXT NOT NULL,
                trigger     TEXT NOT NULL,
                seconds     INTEGER NOT NULL,
                nanos       INTEGER NOT NULL,
                PRIMARY KEY (policy, trigger)) WITHOUT ROWID""",
            """
            CREATE TABLE pack (
                id          INTEGER PRIMARY KEY,
                kind        TEXT NOT NULL,
                compressed  INTEGER NOT NULL,
                raw_size    INTEGER NOT NULL,
                data        BLOB NOT NULL)""",
            """
            CREATE TABLE chunk (
                hash    BLOB PRIMARY KEY,
                pack    INTEGER NOT NULL,
                offset  INTEGER NOT NULL,
                size    INTEGER NOT NULL) WITHOUT ROWID""",
            "CREATE INDEX chunk_by_pack ON chunk (pack, offset, size)",
            """
            CREATE TABLE cached_directory (
                id          INTEGER PRIMARY KEY,
                subject_id  INTEGER NOT NULL,
                path        BLOB NOT NULL,
                tree        BLOB NOT NULL,
                stats       BLOB NOT NULL,
                UNIQUE (subject_id, path))""");

    private static final List<String> VERSION_2 = List.of(
            """
            CREATE TABLE container (
                subject_id      INTEGER PRIMARY KEY REFERENCES subject,
                engine          TEXT NOT NULL,
                container_name  TEXT NOT NULL,
                container_id    TEXT NOT NULL)""",
            "CREATE UNIQUE INDEX container_by_id ON container (engine, container_id)",
            """
            CREATE TABLE container_work (
                subject_id  INTEGER PRIMARY KEY REFERENCES subject,
                step        TEXT NOT NULL,
                details     TEXT NOT NULL)""",
            """
            CREATE TABLE setting (
                name   TEXT PRIMARY KEY,
                value  TEXT NOT NULL) WITHOUT ROWID""",
            "INSERT INTO setting (name, value) VALUES ('store_id', lower(hex(randomblob(16))))");

    private static final List<String> VERSION_3 = List.of(
            // Where each chain ends is noted beside it: what was cut off at the end shows.
            """
            CREATE TABLE event_log (
                id          INTEGER PRIMARY KEY,
                session     TEXT NOT NULL UNIQUE,
                clock       INTEGER NOT NULL,
                hash        BLOB NOT NULL,
                brought_in  INTEGER NOT NULL)""",
            """
            CREATE TABLE event (
                log         INTEGER NOT NULL REFERENCES event_log,
                clock       INTEGER NOT NULL,
                seconds     INTEGER NOT NULL,
                nanos       INTEGER NOT NULL,
                type        TEXT NOT NULL,
                details     BLOB NOT NULL,
                capability  TEXT NOT NULL,
                cause       TEXT NOT NULL,
                result      TEXT NOT NULL,
                hash        BLOB NOT NULL,
                PRIMARY KEY (log, clock)) WITHOUT ROWID""",
            """
            CREATE TABLE state (
                subject_id  INTEGER PRIMARY KEY REFERENCES subject,
                number      INTEGER NOT NULL,
                hash        BLOB NOT NULL)""",
            // Not rows of 'snapshot': one of those with its indexes takes more than many of these with their states.
            """
            CREATE TABLE checkpoint (
                subject_id  INTEGER NOT NULL REFERENCES subject,
                number      INTEGER NOT NULL,
                label       TEXT NOT NULL,
                log         INTEGER REFERENCES event_log,
                clock       INTEGER NOT NULL,
                seconds     INTEGER NOT NULL,
                nanos       INTEGER NOT NULL,
                steps       INTEGER NOT NULL,
                state       BLOB NOT NULL,
                previous    BLOB,
                hash        BLOB NOT NULL,
                PRIMARY KEY (subject_id, number)) WITHOUT ROWID""",
            "CREATE INDEX checkpoint_stored ON checkpoint (subject_id, number) WHERE steps = -1",
            """
            CREATE TABLE moment (
                number      INTEGER PRIMARY KEY AUTOINCREMENT,
                id          BLOB NOT NULL UNIQUE,
                seconds     INTEGER NOT NULL,
                nanos       INTEGER NOT NULL,
                spread      INTEGER NOT NULL,
                trigger     TEXT NOT NULL,
                goal        TEXT NOT NULL,
                session     TEXT NOT NULL,
                policy      TEXT NOT NULL)""",
            """
            CREATE TABLE moment_part (
                moment      INTEGER NOT NULL REFERENCES moment ON DELETE CASCADE,
                position    INTEGER NOT NULL,
                subject_id  INTEGER NOT NULL REFERENCES subject,
                subject     TEXT NOT NULL,
                is_new      INTEGER NOT NULL,
                snapshot    BLOB REFERENCES snapshot,
                checkpoint  INTEGER,
                state       BLOB,
                PRIMARY KEY (moment, position)) WITHOUT ROWID""",
            "CREATE INDEX moment_part_by_subject ON moment_part (subject_id, moment)",
            "CREATE INDEX moment_part_by_snapshot ON moment_part (snapshot, moment) WHERE snapshot IS NOT NULL");

    private static final List<String> VERSION_4 = List.of(
            // Known from the first instant: the first snapshot of a large workspace comes seconds after the start.
            """
            CREATE TABLE session_place (
                session     TEXT PRIMARY KEY,
                subject_id  INTEGER NOT NULL REFERENCES subject) WITHOUT ROWID""");

    private static final List<String> VERSION_5 = List.of(
            // Where an agent's tool is refused when what is there before it can't be kept.
            """
            CREATE TABLE blocking (
                workspace_id INTEGER PRIMARY KEY REFERENCES subject)""");

    /** The same tables; but packed states begin with a checksum, which makes no sense to who knows only format 5. */
    private static final List<String> VERSION_6 = List.of();

    /** As before: but now packs begin with a checksum, too. */
    private static final List<String> VERSION_7 = List.of();

    /** What makes each version of the one before it. */
    private static final List<List<String>> VERSIONS =
            List.of(VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, VERSION_7);

    private static final int CURRENT = VERSIONS.size();

    private Schema() {}

    static boolean isCurrent(Session session, Path file) throws SQLException {
        long version = session.pragma("user_version");
        boolean empty = session.pragma("page_count") == 0;
        if (!empty && session.pragma("application_id") != APPLICATION_ID) {
            throw new SnapdslException(
                    ErrorCode.NOT_A_STORE,
                    file + " is a database, but not a snapdsl store.",
                    "Choose another directory with --store DIR.");
        }
        if (version > CURRENT) {
            throw new SnapdslException(
                    ErrorCode.STORE_TOO_NEW,
                    "The store " + file + " has format " + version + ", and this snapdsl knows formats up to " + CURRENT
                            + ".",
                    "Update snapdsl, or choose another store with --store DIR.");
        }
        return version == CURRENT;
    }

    static boolean isEmpty(Session session) throws SQLException {
        return session.pragma("user_version") == 0;
    }

    /** Prepares an empty file for the tables. Only one process at a time may call this. */
    static void prepare(Session session) throws SQLException {
        // These take effect only before the first table is made, and page size only outside of WAL mode.
        session.execute("PRAGMA page_size = 16384");
        // In one transaction: whoever looks meanwhile, or after a kill, sees an empty file or one that is ours.
        // Not IMMEDIATE, which would already make the first page, and without auto_vacuum.
        session.execute("BEGIN");
        session.execute("PRAGMA auto_vacuum = INCREMENTAL");
        session.execute("PRAGMA application_id = " + APPLICATION_ID);
        session.execute("COMMIT");
        session.execute("PRAGMA journal_mode = WAL");
    }

    /**
     * Makes what is missing, from whatever version there is. In a transaction: what has a version is complete.
     *
     * @return whether anything was missing: another process may have been quicker
     */
    static boolean complete(Session session) throws SQLException {
        List<String> missing = missing(session);
        for (String statement : missing) {
            session.execute(statement);
        }
        session.execute("PRAGMA user_version = " + CURRENT);
        return !missing.isEmpty();
    }

    /** Lets an older store that can't be written be read like a present one: what it lacks is there, and empty. */
    static void supplement(Session session) throws SQLException {
        if (!isEmpty(session)) {
            for (String statement : missing(session)) {
                session.execute(statement.replace("CREATE TABLE", "CREATE TEMPORARY TABLE"));
            }
        }
    }

    private static List<String> missing(Session session) throws SQLException {
        int version = Math.toIntExact(session.pragma("user_version"));
        return VERSIONS.subList(Math.min(version, CURRENT), CURRENT).stream()
                .flatMap(List::stream)
                .toList();
    }
}
