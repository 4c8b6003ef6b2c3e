package io.snapdsl.cli

import groovy.transform.Canonical
import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.nio.file.Path

/**
 * Everything below a directory, exactly: each name's bytes with kind, mode, mtime, content, link target and which names
 * are one file. Read by find and sha256sum, so that nothing of what is tested takes part in judging it. Names are texts
 * with one char per byte.
 */
class DirectoryState {
    @Canonical
    static class Entry {
        String kind, mode, modified, target, sha256, sameFileAs
    }

    /** Left alone by snapshots. */
    private static final Set<String> NOT_CAPTURED = ['p', 's', 'c', 'b']

    static Map<String, Entry> of(Path directory) {
        Map<String, Entry> entries = new TreeMap<>()
        Map<String, String> firstNames = [:]
        rows(directory).each { name, kind, mode, modified, target, inode, links ->
            if (kind in NOT_CAPTURED) return
            boolean linked = kind == 'f' && links != '1'
            entries[name] = new Entry(kind, mode, kind == 'l' ? '' : modified, target, '', linked ? inode : '')
        }
        entries.each { name, entry ->
            if (entry.sameFileAs) entry.sameFileAs = firstNames.computeIfAbsent(entry.sameFileAs) { name }
        }
        hashes(directory).each { name, hash -> entries[name].sha256 = hash }
        entries
    }

    /** Only what is in the files: for states that are being changed, where times are of no account. */
    static Map<String, String> contents(Path directory) {
        of(directory).findAll { name, entry -> entry.kind != 'd' }
            .collectEntries { name, entry -> [name, entry.kind == 'l' ? '-> ' + entry.target : entry.sha256] }
    }

    /** What changes as soon as a file is touched in any way. */
    static Map<String, String> identities(Path directory) {
        find(directory, '%P\\0%i %C@ %T@ %m\\0').collate(2).collectEntries { it }
    }

    private static List<List<String>> rows(Path directory) {
        find(directory, '%P\\0%y\\0%m\\0%T@\\0%l\\0%i\\0%n\\0').collate(7)
    }

    private static List<String> find(Path directory, String format) {
        fields(['find', '.', '-mindepth', '1', '-printf', format], directory)
    }

    private static Map<String, String> hashes(Path directory) {
        fields(['sh', '-c', 'find . -type f -print0 | xargs -0r sha256sum -z --'], directory).collectEntries {
            [it.substring(64 + '  ./'.length()), it.substring(0, 64)]
        }
    }

    /** From a file, not a pipe: an empty field at the end counts too. */
    private static List<String> fields(List<String> command, Path directory) {
        def output = Files.createTempFile('state', '')
        try {
            def process = new ProcessBuilder(command).directory(directory.toFile())
                .redirectOutput(output.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start()
            assert process.waitFor() == 0
            def text = new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1)
            text.empty ? [] : text.substring(0, text.length() - 1).split('\0', -1) as List
        } finally {
            Files.delete(output)
        }
    }
}
