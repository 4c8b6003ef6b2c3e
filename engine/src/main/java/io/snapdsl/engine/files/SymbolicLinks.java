package io.snapdsl.engine.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Makes symbolic links whose target is kept byte for byte. Java reads any target, but whatever it makes a path of loses
 * its double slashes; only where two paths are joined, the first with a slash at its end, they stay.
 */
public final class SymbolicLinks {
    private SymbolicLinks() {}

    public static void create(Path link, byte[] target) throws IOException {
        Path path = joined(target);
        if (Arrays.equals(NativePaths.linkTarget(path), target)) {
            Files.createSymbolicLink(link, path);
        } else {
            createByCommand(link, target);
        }
    }

    private static Path joined(byte[] target) {
        Path result = null;
        int start = 0;
        for (int i = 1; i <= target.length; i++) {
            boolean end = i == target.length;
            if (end || target[i - 1] == '/' && target[i] == '/') {
                Path part = NativePaths.path(Arrays.copyOfRange(target, start, i));
                result = result == null ? part : result.resolve(part);
                start = i + 1;
            }
        }
        return result;
    }

    /** For the rarest: two slashes at the very beginning or end, or three in a row. */
    private static void createByCommand(Path link, byte[] target) throws IOException {
        // In escapes, with a point that is taken off again: so neither encodings nor line ends at the end get lost.
        String script = "t=$(printf %b '" + escaped(target) + ".'); l=$(printf %b '" + escaped(NativePaths.bytes(link))
                + ".'); exec ln -s -- \"${t%.}\" \"${l%.}\"";
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IOException("the link could not be made: " + answer.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the link was made", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String escaped(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            text.append(String.format("\\0%03o", b & 0xFF));
        }
        return text.toString();
    }
}
