package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import java.sql.DriverManager

/** The database behind the command's back, to damage it. */
class StoreFile {
    final Path file

    StoreFile(Path store) {
        file = store.resolve('store.db')
    }

    /** As snapdsl made it before there were containers: two snapshots of a workspace 'project'. */
    void makeOfFormat1() {
        Files.createDirectories(file.parent)
        def script = new File(System.getProperty('snapdsl.root'), 'storage-sqlite/src/test/resources/format-1.sql').text
        DriverManager.getConnection("jdbc:sqlite:$file").withCloseable { it.createStatement().executeUpdate(script) }
    }

    int update(String sql, List values = []) {
        prepared(sql, values) { it.executeUpdate() }
    }

    /** The first column of the first row. */
    Object value(String sql, List values = []) {
        prepared(sql, values) {
            def rows = it.executeQuery()
            rows.next() ? rows.getObject(1) : null
        }
    }

    static byte[] bytes(String hex) {
        HexFormat.of().parseHex(hex)
    }

    private <T> T prepared(String sql, List values, Closure<T> work) {
        DriverManager.getConnection("jdbc:sqlite:$file").withCloseable { connection ->
            def statement = connection.prepareStatement(sql)
            values.eachWithIndex { value, i -> statement.setObject(i + 1, value) }
            work(statement)
        }
    }
}
