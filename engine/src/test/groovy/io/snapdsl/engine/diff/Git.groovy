package io.snapdsl.engine.diff

import java.nio.file.Files
import java.nio.file.Path

/** The real git, undisturbed by the configuration and the repositories around it. */
class Git {
    /** Applies a patch to a directory that is no repository, after asking whether it would. */
    static void apply(Path directory, byte[] patch, String... options) {
        if (patch.length == 0) {
            return // which git would call an error
        }
        Path file = directory.resolveSibling("${directory.fileName}.patch")
        Files.write(file, patch)
        run(directory, 'apply', '--check', '--whitespace=nowarn', *options, file.toString())
        run(directory, 'apply', '--whitespace=nowarn', *options, file.toString())
    }

    static String run(Path directory, String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(['git', *arguments]).directory(directory.toFile())
        builder.redirectErrorStream(true)
        builder.environment().keySet().removeIf { it.startsWith('GIT_') }
        builder.environment() << [
            GIT_CEILING_DIRECTORIES: directory.parent.toString(),
            GIT_CONFIG_NOSYSTEM: '1',
            HOME: directory.parent.toString(),
            LC_ALL: 'C',
        ]
        Process process = builder.start()
        String output = process.inputStream.getText('ISO-8859-1')
        assert process.waitFor() == 0 && !output.contains('warning:'): "git ${arguments.join(' ')}: $output"
        output
    }
}
