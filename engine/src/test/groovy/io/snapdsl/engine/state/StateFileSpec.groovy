package io.snapdsl.engine.state

import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.json.CanonicalJson
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout

class StateFileSpec extends Specification {
    static final ONE = CanonicalJson.parse('{"n":1}')

    @TempDir
    Path directory

    private Path getPlace() {
        directory.resolve('mind.json')
    }

    private StateFile getFile() {
        new StateFile('mind', place)
    }

    def 'who may read it stays as it was'() {
        given:
        Files.writeString(place, '{}')
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(mode))

        when:
        file.write(ONE)

        then:
        Files.readString(place) == '{"n":1}'
        PosixFilePermissions.toString(Files.getPosixFilePermissions(place)) == mode

        where:
        mode << ['rw-------', 'rw-rw-r--']
    }

    def 'what holds the same already stays to the byte'() {
        given:
        Files.writeString(place, '{\n  "n": 1\n}\n')
        def before = Files.getLastModifiedTime(place)

        when:
        file.write(ONE)

        then:
        Files.readString(place) == '{\n  "n": 1\n}\n'
        Files.getLastModifiedTime(place) == before
    }

    @Timeout(20)
    def 'what is #what is not waited for, and stays'() {
        given:
        make.call(place)

        when:
        action.call(file)

        then:
        def e = thrown(SnapdslException)
        e.message == "The state mind can't be read from $place: it is no file."
        Files.exists(place)

        where:
        [[what, make], action] << [
            [
                ['a pipe', { assert ['mkfifo', it.toString()].execute().waitFor() == 0 }],
                ['a link to a device without end', { Files.createSymbolicLink(it, Path.of('/dev/zero')) }],
                ['a directory', { Files.createDirectory(it) }]
            ],
            [{ it.read() }, { it.readIfValid() }, { it.write(ONE) }, { it.remove() }]
        ].combinations()
    }

    def 'a link to it stays one'() {
        given:
        def real = Files.writeString(Files.createDirectory(directory.resolve('elsewhere')).resolve('real.json'), '{}')
        Files.createSymbolicLink(place, Path.of('elsewhere/real.json'))

        when:
        file.write(ONE)

        then:
        Files.isSymbolicLink(place)
        Files.readString(real) == '{"n":1}'
        file.read().get() == ONE
    }

    def 'what a killed process left beside it is removed, and nothing else'() {
        given:
        def ended = new ProcessBuilder('true').start()
        ended.waitFor()
        Files.writeString(directory.resolve(".snapdsl-partial-${ended.pid()}-a1"), '{"n":')
        Files.writeString(directory.resolve(".snapdsl-partial-${ProcessHandle.current().pid()}-b2"), 'being written')
        Files.writeString(directory.resolve('.snapdsl-partial-mine'), 'somebody s own')

        when:
        file.write(ONE)

        then:
        directory.toFile().list() as Set ==
            ['mind.json', ".snapdsl-partial-${ProcessHandle.current().pid()}-b2".toString(), '.snapdsl-partial-mine'] as Set
    }
}
