package io.snapdsl.engine.history

import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.store.Catalog
import io.snapdsl.engine.store.ContentStore
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.tree.TreeReader
import java.lang.reflect.Proxy
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class FileHistorySpec extends Specification {
    static final TreePath PATH = TreePath.of('deep/down/file')

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    Map<String, Integer> calls = [:].withDefault { 0 }

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    def 'to find the versions of a file, each root is read once, other directories only where they changed, and the chain once'() {
        given:
        def changed = (1..60).collect {
            ws.write('other', "$it")
            if (it % 20 == 1) {
                ws.write(PATH.toString(), "$it")
            }
            ws.snap()
        }.findAll { it.sequence() % 20 == 1 }

        when:
        def found = versions(counting(Catalog, ws.store.catalog()), counting(ContentStore, ws.store.content()))

        then:
        found == changed*.id().reverse()
        calls.locate == 60 + 3 + 3
        calls.page + calls.contentBefore < 5
    }

    def 'a version is one that differs from the newest before it that still has its content, in whatever order it is asked for'() {
        given:
        def chance = new Random(7)
        def chain = (1..50).collect {
            switch (chance.nextInt(4)) {
                case 0: ws.write(PATH.toString(), "${chance.nextInt(3)}"); break
                case 1: ws.write('deep/beside', "$it"); break
                case 2: ws.directory.resolve('deep').toFile().deleteDir(); break
                default: ws.write('other', "$it")
            }
            ws.snap()
        }
        def gone = chain.init().findAll { chance.nextInt(3) == 0 }
        ws.store.catalog().remove(gone*.id(), new Operation(ws.clock.instant(), 'prune', Optional.empty(), Optional.empty(), ''))

        when:
        def left = chain - gone
        def contents = left.collect { trees.find(it.root(), PATH).map { file -> file.content() } }
        def expected = left.indices.findAll { contents[it] != (it == 0 ? Optional.empty() : contents[it - 1]) }.collect { left[it].id() }

        then:
        expected.size() > 5
        versions(ws.store.catalog(), ws.store.content()) == expected.reverse()

        when:
        def history = new FileHistory(ws.store.catalog(), trees, PATH)
        def asked = left.shuffled(chance).findAll { history.changedIn(it) }

        then:
        asked*.id() as Set == expected as Set
    }

    private TreeReader getTrees() {
        new TreeReader(new ContentReader(ws.store.content()))
    }

    private List<SnapshotId> versions(Catalog catalog, ContentStore content) {
        def history = new FileHistory(catalog, new TreeReader(new ContentReader(content)), PATH)
        new SnapshotLog(catalog, ws.workspace).newest(1000, Optional.empty(), history::changedIn)*.id()
    }

    private <T> T counting(Class<T> type, T real) {
        Proxy.newProxyInstance(getClass().classLoader, [type] as Class[]) { proxy, method, arguments ->
            calls[method.name] += 1
            method.invoke(real, arguments)
        } as T
    }
}
