package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.retention.RulesText;
import io.snapdsl.engine.store.StatedRules;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One setting for each script: there are few, and each is stated as a whole. */
final class SqliteStatedRules implements StatedRules {
    private static final String PREFIX = "rules of ";

    private final Database database;

    SqliteStatedRules(Database database) {
        this.database = database;
    }

    @Override
    public List<Stated> of(SubjectId subject) {
        return database
                .read(session -> session.all(
                        "SELECT name, value FROM setting WHERE name >= ? AND name < ?",
                        row -> RulesText.decode(script(row.getString("name")), row.getString("value")),
                        PREFIX,
                        PREFIX + Character.MAX_VALUE))
                .stream()
                .flatMap(List::stream)
                .filter(stated -> stated.subject().equals(subject))
                .toList();
    }

    @Override
    public void state(Path script, List<Stated> all) {
        String name = name(script);
        String text = RulesText.encode(all);
        Optional<String> before = database.read(session ->
                session.one("SELECT value FROM setting WHERE name = ?", row -> row.getString("value"), name));
        if (!before.equals(Optional.of(text))) {
            database.write(
                    "state-rules",
                    session ->
                            session.update("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", name, text));
        }
    }

    /** As a URI, which has every byte of a name. */
    private static String name(Path script) {
        return PREFIX + script.toUri();
    }

    private static Path script(String name) {
        return Path.of(URI.create(name.substring(PREFIX.length())));
    }
}
