package io.snapdsl.storage.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A connection and its prepared statements; used by one thread at a time. */
final class Session implements AutoCloseable {
    /** Makes a value of the current row. */
    interface Row<T> {
        T map(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    Session(Connection connection) {
        this.connection = connection;
    }

    int update(String sql, Object... parameters) throws SQLException {
        return bind(sql, parameters).executeUpdate();
    }

    /** The same statement for many rows, each an array of parameters. */
    void updateAll(String sql, List<Object[]> rows) throws SQLException {
        PreparedStatement statement = prepared(sql);
        for (Object[] row : rows) {
            bind(statement, row);
            statement.addBatch();
        }
        statement.executeBatch();
    }

    /** Inserts a row and answers its row id. */
    long insert(String sql, Object... parameters) throws SQLException {
        bind(sql, parameters).executeUpdate();
        return one("SELECT last_insert_rowid()", row -> row.getLong(1)).orElseThrow();
    }

    <T> Optional<T> one(String sql, Row<T> mapping, Object... parameters) throws SQLException {
        try (ResultSet rows = bind(sql, parameters).executeQuery()) {
            return rows.next() ? Optional.of(mapping.map(rows)) : Optional.empty();
        }
    }

    <T> List<T> all(String sql, Row<T> mapping, Object... parameters) throws SQLException {
        List<T> result = new ArrayList<>();
        try (ResultSet rows = bind(sql, parameters).executeQuery()) {
            while (rows.next()) {
                result.add(mapping.map(rows));
            }
        }
        return result;
    }

    /** For what takes no parameters and is not worth keeping prepared. Runs to its end, whatever it answers. */
    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    long pragma(String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA " + name)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    private PreparedStatement bind(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepared(sql);
        bind(statement, parameters);
        return statement;
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }

    private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            bind(statement, i + 1, parameters[i]);
        }
    }

    private static void bind(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else if (value instanceof String text) {
            statement.setString(index, text);
        } else if (value instanceof Number number) {
            statement.setLong(index, number.longValue());
        } else if (value == null) {
            statement.setNull(index, java.sql.Types.NULL);
        } else {
            throw new IllegalArgumentException("can't bind a " + value.getClass());
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
