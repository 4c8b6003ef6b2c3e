package io.snapdsl.cli;

import io.snapdsl.engine.files.NativePaths;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of the command line without loss. Java decodes them, and what is not valid UTF-8 arrives as U+FFFD; Linux
 * still has the bytes. A word that was damaged is carried on with each bad byte as a private-use character, and {@link
 * #path} turns that into the real path.
 */
final class RawArguments {
    private static final char LOST = '\uFFFD';
    private static final char FIRST_BYTE = '\uF700';

    private RawArguments() {}

    static String[] recover(String[] args) {
        for (String arg : args) {
            if (arg.indexOf(LOST) >= 0) {
                return reread(args);
            }
        }
        return args;
    }

    static Path path(String word) {
        boolean hasBytes = word.chars().anyMatch(RawArguments::isByte);
        if (!hasBytes) {
            return Path.of(word);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        word.codePoints().forEach(c -> {
            if (isByte(c)) {
                bytes.write(c - FIRST_BYTE);
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return NativePaths.path(bytes.toByteArray());
    }

    private static boolean isByte(int c) {
        return c >= FIRST_BYTE + 0x80 && c <= FIRST_BYTE + 0xFF;
    }

    private static String[] reread(String[] args) {
        try {
            List<String> words = new ArrayList<>();
            ByteArrayOutputStream word = new ByteArrayOutputStream();
            for (byte b : Files.readAllBytes(Path.of("/proc/self/cmdline"))) {
                if (b == 0) {
                    words.add(decode(word.toByteArray()));
                    word.reset();
                } else {
                    word.write(b);
                }
            }
            return words.subList(words.size() - args.length, words.size()).toArray(String[]::new);
        } catch (IOException e) {
            return args; // No /proc: such names can't be given on this system's command line.
        }
    }

    static String decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(LOST) < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (byte b : bytes) {
            out.append((char) (b < 0 ? FIRST_BYTE + (b & 0xFF) : b));
        }
        return out.toString();
    }
}
