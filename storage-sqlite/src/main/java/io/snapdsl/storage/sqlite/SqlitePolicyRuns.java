package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.store.PolicyRuns;
import java.time.Instant;
import java.util.Optional;

/** One row for each trigger of each policy. */
final class SqlitePolicyRuns implements PolicyRuns {
    private final Database database;

    SqlitePolicyRuns(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Instant> last(String policy, String trigger) {
        return database.read(session -> session.one(
                "SELECT seconds, nanos FROM policy_run WHERE policy = ? AND trigger = ?", Rows::time, policy, trigger));
    }

    @Override
    public void record(String policy, String trigger, Instant time) {
        database.write(
                "policy-run",
                session -> session.update(
                        "INSERT OR REPLACE INTO policy_run (policy, trigger, seconds, nanos) VALUES (?, ?, ?, ?)",
                        policy,
                        trigger,
                        time.getEpochSecond(),
                        time.getNano()));
    }
}
