package io.snapdsl.engine.container

import io.snapdsl.container.docker.DockerEngine
import io.snapdsl.container.docker.NeedsDocker
import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.container.ContainerRuntime.Archive
import io.snapdsl.engine.container.ContainerRuntime.Status
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.restore.Selection
import io.snapdsl.engine.run.ContainerRunSpecification
import java.lang.reflect.InvocationTargetException
import java.lang.reflect.Proxy
import java.time.Duration

/** What a restore decides by itself and what it makes sure of, with a real engine that may be made to fail. */
@NeedsDocker
class ContainerRestoreSpec extends ContainerRunSpecification {
    @Override
    String address() {
        DockerEngine.sharedAddress()
    }

    def cleanup() {
        docker { engine ->
            engine.containers().findAll { it.name().startsWith(box) }.each { engine.remove(it.id()) }
            removeImages()
            volumes(engine).each { engine.removeVolume(it) }
        }
    }

    Snapshot snap() {
        docker { new ContainerRecorder(ws.store, it, ws.clock, Progress.NONE).record(box, CaptureOptions.DEFAULT, Note.manual('', '', '')).snapshot() }
    }

    ContainerRestore restore(ContainerRuntime engine) {
        new ContainerRestore(ws.store, engine, ws.clock, Progress.NONE, RestoreReason.in(''))
    }

    String read(String container = box) {
        docker { it.exec(container, ['cat', '/data/file'], Duration.ofSeconds(20)).output().trim() }
    }

    List<String> containers() {
        docker { it.containers()*.name().findAll { it.startsWith(box) }.sort() }
    }

    List<String> volumes(ContainerRuntime engine) {
        ['', '-restored', '-restored-2', '-restored-3'].collect { "$box-data$it".toString() }.findAll { engine.volume(it).present }
    }

    /** The engine, but for what {@code instead} does in the place of a call of that name; it may call on. */
    static ContainerRuntime but(ContainerRuntime engine, String name, Closure instead) {
        Proxy.newProxyInstance(ContainerRuntime.classLoader, [ContainerRuntime] as Class[]) { proxy, method, arguments ->
            def call = {
                try {
                    method.invoke(engine, arguments)
                } catch (InvocationTargetException e) {
                    throw e.cause
                }
            }
            method.name == name ? instead.call(call, arguments) : call.call()
        } as ContainerRuntime
    }

    /** An engine that says it has written an archive, and has lost it: the first one. */
    static ContainerRuntime forgetful(ContainerRuntime engine) {
        boolean[] forgot = [false]
        but(engine, 'write') { call, arguments ->
            if (forgot[0]) {
                call()
            } else {
                forgot[0] = true
                (arguments[2] as Archive).writeTo(OutputStream.nullOutputStream())
            }
            null
        }
    }

    def 'what reads back differently is no new container: it says which file, and leaves nothing'() {
        given:
        startBox()
        write('good')
        def good = snap()

        when:
        docker { restore(forgetful(it)).beside(good, Optional.empty()) }

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.CONTAINER_ENGINE_FAILED
        e.message == "The volume $box-data-restored was written, and reads back differently: file."
        containers() == [box]
        docker { volumes(it) } == ["$box-data".toString()]
        read() == 'good'
        Restorations.of(ws.store, good).times() == 0
    }

    def 'what reads back differently does not take the place of what is there: #how'() {
        given:
        startBox()
        write('good')
        def good = snap()
        write('better')
        def before = docker { it.inspect(box).get() }

        when:
        docker { how == 'replaced' ? restore(forgetful(it)).replace(good, Proof.within(Duration.ofSeconds(5)))
            : restore(forgetful(it)).volumes(good, [] as Set, Selection.Request.written([])) }

        then:
        def e = thrown(SnapdslException)
        e.message.contains('reads back differently: file.')
        docker { it.inspect(box).get() }.with { [it.id(), it.status()] } == [before.id(), Status.RUNNING]
        read() == 'better'
        containers() == [box]
        ws.store.catalog().head(good.subjectId()).get().note().trigger().word() == 'unknown_change'
        Restorations.of(ws.store, good).times() == 0

        where:
        how << ['replaced', 'only its volumes']
    }

    def 'every restore is counted and logged, whichever way it went'() {
        given:
        startBox()
        write('good')
        def good = snap()
        def other = snap()

        expect:
        Restorations.of(ws.store, good) == new Restorations(0, Optional.empty())

        when:
        docker {
            restore(it).beside(good, Optional.of("$box-copy".toString()))
            restore(it).volumes(good, [] as Set, Selection.Request.written([]))
            restore(it).replace(good, Proof.within(Duration.ofSeconds(5)))
        }
        def restored = Restorations.of(ws.store, good)
        def log = ws.store.auditLog().newest(100)

        then:
        restored.times() == 3
        restored.last().get() == ws.store.catalog().head(good.subjectId()).get().facts().time()
        Restorations.of(ws.store, other).times() == 0
        log.findAll { it.kind() == 'restore-beside' }*.detail() == ["as $box-copy"]
        log.findAll { it.kind() == 'restore' }*.detail() == ["restored from ${good.id().shortHex()}", "volumes restored from ${good.id().shortHex()}"]
    }

    def 'names that are taken are passed over, and it is said which were'() {
        given:
        startBox()
        def id = snap()

        when:
        def made = docker { engine ->
            (1..3).collect { restore(engine).beside(id, Optional.empty()) }
        }

        then:
        made*.container()*.name() == ['', '-2', '-3'].collect { "$box-restored$it".toString() }
        made.collect { it.notes().findAll { it.startsWith('the volume') } } ==
            ['', '-2', '-3'].collect { ["the volume $box-data exists: restored into $box-data-restored$it".toString()] }

        when: 'where they are free, they are its own'
        docker { engine ->
            containers().each { engine.remove(it) }
            volumes(engine).each { engine.removeVolume(it) }
        }
        def back = docker { restore(it).beside(id, Optional.of(box)) }

        then:
        back.container().name() == box
        back.notes() == []
        docker { volumes(it) } == ["$box-data".toString()]
    }

    def 'an engine that refuses in the middle leaves nothing of a new container, and is told as it is: #call'() {
        given:
        startBox()
        write('good')
        def good = snap()
        def refusal = new SnapdslException(ErrorCode.CONTAINER_ENGINE_FAILED, 'No.', 'Why not?')

        when:
        docker { restore(but(it, call) { on, arguments -> throw refusal }).beside(good, Optional.empty()) }

        then:
        def e = thrown(SnapdslException)
        e.is(refusal)
        containers() == [box]
        docker { volumes(it) } == ["$box-data".toString()]

        where:
        call << ['createVolume', 'create', 'write', 'read', 'start']
    }
}
