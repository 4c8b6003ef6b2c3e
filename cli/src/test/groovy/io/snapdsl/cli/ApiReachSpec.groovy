package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.nio.file.Files
import picocli.CommandLine

/** Whatever the command can do, a program can do over HTTP: for each command, the routes that do the same. */
class ApiReachSpec extends CommandSpecification {
    private static final String OF_A_SHELL = 'starts something in the shell it is typed into'

    /** Routes under /api/v1, or why there are none. */
    static final Map<String, Object> REACH = [
        'init'                : ['POST snap', 'POST ignore'],
        'run'                 : ['POST policies/run', 'POST policies/pause', 'POST policies/resume', 'GET policies'],
        'plan'                : ['GET policies', 'GET forecast', 'GET forecast/space'],
        'check'               : 'reads a script, which is code: whoever may run code here needs no server for it',
        'snap'                : ['POST snap'],
        'log'                 : ['GET snapshots'],
        'show'                : ['GET snapshots/{id}', 'GET snapshots/{id}/tree', 'GET snapshots/{id}/patch'],
        'diff'                : ['GET diff', 'GET diff/patch'],
        'cat'                 : ['GET snapshots/{id}/content'],
        'history'             : ['GET history'],
        'restore'             : ['POST restore', 'GET plans', 'POST plans/restore'],
        'undo'                : ['POST undo'],
        'redo'                : ['POST redo'],
        'revert'              : ['POST revert'],
        'container list'      : ['GET containers'],
        'container snap'      : ['POST containers/snap'],
        'container restore'   : ['POST containers/restore', 'GET snapshots/{id}/container'],
        'container export'    : ['GET snapshots/{id}/archive'],
        'moment list'         : ['GET moments'],
        'moment show'         : ['GET moments/{id}'],
        'moment diff'         : ['GET moments/diff'],
        'moment restore'      : ['POST moments/restore'],
        'moment undo'         : ['POST moments/undo'],
        'moment rm'           : ['POST moments/rm'],
        'session start'       : ['POST sessions/start'],
        'session end'         : ['POST sessions/end'],
        'session list'        : ['GET sessions'],
        'session show'        : ['GET session'],
        'state checkpoint'    : ['POST checkpoints'],
        'state list'          : ['GET states', 'GET checkpoints'],
        'state show'          : ['GET checkpoint'],
        'state diff'          : ['GET states/diff'],
        'state restore'       : ['GET checkpoint', 'POST states/rollback'],
        'state event'         : ['POST session/events', 'GET session/events'],
        'state replay'        : ['GET session/replay'],
        'state export'        : ['POST session/export'],
        'state import'        : ['POST session/import'],
        'status'              : ['GET status'],
        'sync'                : ['GET sync'],
        'reset-continuity'    : ['POST reset-continuity'],
        'consolidate candidates': ['POST consolidate'],
        'milestone create'    : ['POST milestones'],
        'milestone list'      : ['GET milestones'],
        'milestone show'      : ['GET milestone'],
        'milestone rm'        : ['POST milestones/rm'],
        'export'              : ['POST export'],
        'pin'                 : ['POST pin'],
        'unpin'               : ['POST unpin'],
        'rm'                  : ['POST rm'],
        'prune'               : ['POST prune'],
        'explain'             : ['GET snapshots/{id}/explanation'],
        'verify'              : ['POST verify'],
        'stats'               : ['GET stats', 'GET overview'],
        'ignore create'       : ['POST ignore'],
        'ignore info'         : ['GET ignore'],
        'ignore test'         : ['GET ignore/test'],
        'doctor'              : ['GET doctor', 'POST doctor/repair'],
        'serve'               : OF_A_SHELL,
        'wrap'                : OF_A_SHELL,
        'mcp'                 : 'the same tools are at /mcp',
        'hook'                : 'agents without a shell send their hooks to /hooks',
        'agent install'       : "writes an agent's own settings, and belongs where the agent is",
        'agent uninstall'     : "writes an agent's own settings, and belongs where the agent is",
        'agent doctor'        : "looks at an agent's own settings, and belongs where the agent is",
        'generate-completion' : OF_A_SHELL]

    def 'for every command the table says which routes do the same'() {
        given:
        def line = Commands.commandLine(new SnapdslCommand(new Caller(workspace, [:], InputStream.nullInputStream(), OutputStream.nullOutputStream(), System.err, false)))

        expect:
        leaves(line, '') as Set == REACH.keySet()
    }

    private static List<String> leaves(CommandLine line, String name) {
        def inner = line.subcommands.findAll { it.key != 'help' }
        // 'consolidate' does something itself as well; the rest of those with parts do not.
        inner ? inner.collectMany { key, value -> leaves(value, name ? "$name $key" : key) } : [name]
    }

    def 'the routes are there'() {
        given:
        snapdsl.json('snap')
        def server = snapdsl.start([:], 'serve', '--port', 0, '--json')
        def link = new JsonSlurper().parseText(server.inputReader().readLine()).link as String
        def asked = new URL(link.replaceFirst('/enter.*', '/api/v1/openapi.json')).openConnection()
        asked.setRequestProperty('Authorization', "Bearer ${Files.readString(store.resolve('token')).strip()}")

        when:
        def there = new JsonSlurper().parse(asked.inputStream).paths.collectMany { path, methods ->
            methods.keySet().collect { "${it.toUpperCase()} ${path - '/api/v1/'}" as String }
        }

        then:
        REACH.values().findAll { it instanceof List }.flatten().findAll { !(it in there) } == []

        cleanup:
        server?.destroy()
        server?.waitFor()
    }
}
