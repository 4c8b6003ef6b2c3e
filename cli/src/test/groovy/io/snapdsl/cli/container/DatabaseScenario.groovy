package io.snapdsl.cli.container

import java.nio.file.Files
import java.nio.file.Path
import java.sql.DriverManager

/** A container that writes a database in a volume without pause, captured again and again. */
abstract class DatabaseScenario extends ContainerSpecification {
    /** Each transaction moves something from one row to others: whoever sees a part of it sees another sum. */
    private static final String WRITER = '''
        import java.sql.*;
        public class Writer {
            public static void main(String[] args) throws Exception {
                try (Connection db = DriverManager.getConnection("jdbc:sqlite:/data/db"); Statement sql = db.createStatement()) {
                    sql.execute("PRAGMA journal_mode=" + args[0]);
                    sql.execute("CREATE TABLE IF NOT EXISTS account(id INTEGER PRIMARY KEY, amount INTEGER, note TEXT)");
                    sql.execute("CREATE INDEX IF NOT EXISTS by_note ON account(note)");
                    db.setAutoCommit(false);
                    for (int i = 0; i < 500; i++) sql.execute("INSERT OR IGNORE INTO account VALUES(" + i + ", 100, hex(randomblob(500)))");
                    db.commit();
                    java.util.Random random = new java.util.Random();
                    while (true) {
                        for (int i = 0; i < 40; i++) {
                            int from = random.nextInt(500), to = random.nextInt(500);
                            sql.execute("UPDATE account SET amount = amount - 1, note = hex(randomblob(500)) WHERE id = " + from);
                            sql.execute("UPDATE account SET amount = amount + 1 WHERE id = " + to);
                        }
                        db.commit();
                        Files.touch();
                    }
                }
            }
            static class Files {
                static long n;
                static void touch() throws Exception { java.nio.file.Files.writeString(java.nio.file.Path.of("/data/commits"), "" + ++n); }
            }
        }
    '''

    /** Runs this machine's own Java in the container: its image has nothing that writes databases. */
    void startWriter(String journal) {
        def program = Files.createDirectories(temp.resolve('program'))
        Files.writeString(program.resolve('Writer.java'), WRITER)
        def jars = ['org.sqlite.JDBC', 'org.slf4j.LoggerFactory'].collect { Path.of(Class.forName(it).protectionDomain.codeSource.location.toURI()) }
        jars.eachWithIndex { jar, i -> Files.copy(jar, program.resolve("${i}.jar")) }
        def java = Path.of(System.getProperty('java.home')).toRealPath()
        def needed = ['/lib', '/lib64', '/usr', '/etc/ssl', '/etc/java-17-openjdk'].findAll { Files.exists(Path.of(it)) } + (java.startsWith('/usr') ? [] : [java.toString()])
        start([Cmd: ["$java/bin/java".toString(), '-Xmx128m', '-cp', '/program/0.jar:/program/1.jar', '/program/Writer.java', journal], Env: ['PATH=/bin'],
            HostConfig: [Binds: ["$box-data:/data".toString(), "$program:/program:ro".toString()] + needed.collect { "$it:$it:ro".toString() }]])
        eventually(60) { commits() > 20 }
    }

    int commits() {
        def file = engine.directory("$box-data").resolve('commits')
        Files.exists(file) ? (Files.readString(file) ?: '0') as int : 0
    }

    void databaseSurvives(int times) {
        times.times { time ->
            def before = commits()
            def id = snapContainer()
            eventually { commits() > before + 1 }
            def copy = restore(id).container.name
            engine.post("/containers/$copy/kill")
            def volume = engine.inspect(copy).Mounts.find { it.Destination == '/data' }.Name
            assert look(engine.directory(volume)) == ['ok', 50_000L]
            destroy(copy)
            engine.delete("/volumes/$volume")
            // And as it was captured, before anyone opened it.
            def tar = temp.resolve("data-${time}.tar")
            snapdsl.json('container', 'export', id, "$box-data", '--to', tar)
            def exported = Files.createDirectory(temp.resolve("data-$time"))
            VolumeState.run(exported, 'tar', '-xf', tar.toString())
            assert look(exported.resolve("$box-data")) == ['ok', 50_000L]
        }
        assert status() == 'running'
    }

    private static List look(Path directory) {
        DriverManager.getConnection("jdbc:sqlite:${directory.resolve('db')}").withCloseable { db ->
            def sql = db.createStatement()
            def check = sql.executeQuery('PRAGMA integrity_check')
            check.next()
            def verdict = check.getString(1)
            def sum = sql.executeQuery('SELECT sum(amount) FROM account')
            sum.next()
            [verdict, sum.getLong(1)]
        }
    }
}
