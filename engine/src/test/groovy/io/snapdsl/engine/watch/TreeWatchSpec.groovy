package io.snapdsl.engine.watch

import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.watch.TreeWatch.Noticed
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class TreeWatchSpec extends Specification {
    /** Java keeps 512 for each directory, before it says that there were more. */
    static final TOO_MANY = 5000

    @TempDir
    Path directory

    CountDownLatch noticed = new CountDownLatch(1)
    CountDownLatch mayGoOn = new CountDownLatch(1)

    @AutoCleanup
    TreeWatch watch

    def setup() {
        watch = new TreeWatch(directory, { noticed.countDown(); mayGoOn.await() })
        watch.watch(TreePath.ROOT, directory)
    }

    def 'what happened is told with its directory and the names that came or went, once'() {
        given:
        mayGoOn.countDown()

        when:
        Files.writeString(directory.resolve('new'), 'x')

        then:
        with(watch.settle() as Noticed.Changes) { it.directories().collectEntries { [it.key, it.value*.toString()] } == [(TreePath.ROOT): ['new']] }
        watch.settle() == new Noticed.Changes([:])
    }

    def 'more than could be noticed means that anything may have happened; after that, things are told again'() {
        given: 'whoever takes the notifications is busy with the first'
        Files.writeString(directory.resolve('first'), 'x')
        assert noticed.await(10, TimeUnit.SECONDS)

        when:
        TOO_MANY.times { Files.createFile(directory.resolve("file-$it")) }
        mayGoOn.countDown()

        then:
        watch.settle() == new Noticed.Anything('more happened than could be noticed')

        when:
        Files.delete(directory.resolve('file-1'))

        then:
        with(watch.settle() as Noticed.Changes) { it.directories()[TreePath.ROOT]*.toString() == ['file-1'] }
    }
}
