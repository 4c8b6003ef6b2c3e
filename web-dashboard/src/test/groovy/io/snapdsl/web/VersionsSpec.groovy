package io.snapdsl.web

import java.nio.file.Files

class VersionsSpec extends DashboardSpecification {

    def 'the versions of a file that only old snapshots have are found by looking further back'() {
        given:
        write('old', 'first')
        def first = snap()
        write('old', 'second')
        def second = snap()
        Files.delete(directory.resolve('old'))
        def deleted = snap()
        500.times { snap() }

        when:
        def newest = get('/file?subject=shop&path=old').body()
        def further = newest =~ /href="([^"]+)">Look further back</

        then:
        newest.contains('No version here')
        further.find()

        when:
        def older = get(further.group(1).replace('&amp;', '&')).body()

        then:
        [first, second, deleted].every { older.contains(it.id().shortHex()) }
        !older.contains('Look further back')
        !older.contains('Older versions')
        older.contains('name="cursor"')
    }

    def 'of a file that no snapshot has, that is said'() {
        given:
        snap()

        expect:
        get('/file?subject=shop&path=nowhere').body().contains('No snapshot of this subject has such a file.')
        get('/file?subject=shop&path=nowhere&cursor=1').body().contains('No older version.')
    }
}
