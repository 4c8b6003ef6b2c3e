package io.snapdsl.cli

/** Too large for every build. */
class SparseFileSpec extends CommandSpecification {
    def 'a sparse file of 5 GiB is captured, and comes back sparse'() {
        given:
        sh('truncate -s 5G sparse; printf x | dd of=sparse bs=1 seek=3000000000 conv=notrunc status=none')
        snap()

        when:
        sh('rm sparse')
        snapdsl.json('undo')

        then:
        now() == taken.values().first()
        sh('du -k sparse').out.split(/\s/)[0].toInteger() < 1000
        sh("du -k $store/store.db").out.split(/\s/)[0].toInteger() < 10_000
    }
}
