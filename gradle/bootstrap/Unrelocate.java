import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * gradle-api.jar holds all of Gradle, with third-party packages moved under org.gradle.internal.impldep. This moves
 * them back, as a running Gradle wants them. Arguments: gradle-api.jar, the jar to write, a directory for the
 * *-classpath.properties that list Gradle's modules.
 */
class Unrelocate {
    private static final String PREFIX = "org/gradle/internal/impldep/";
    private static final Pattern UNWANTED = Pattern.compile("META-INF/(versions/.*|\\.gradle-runtime-shaded|groovy/.*"
            + "|services/javax?\\..*|[^/]*\\.(SF|DSA|RSA|LIST))");

    public static void main(String[] args) throws IOException {
        var written = new HashSet<String>();
        try (var in = new ZipFile(args[0]);
                var out = new ZipOutputStream(Files.newOutputStream(Path.of(args[1])))) {
            out.setLevel(1);
            for (ZipEntry entry : Collections.list(in.entries())) {
                String name = unrelocated(entry.getName());
                if (entry.isDirectory() || UNWANTED.matcher(name).matches() || !written.add(name)) {
                    continue;
                }
                byte[] content = in.getInputStream(entry).readAllBytes();
                if (name.endsWith("-classpath.properties")) {
                    Files.write(Path.of(args[2], name), content);
                    continue;
                }
                out.putNextEntry(new ZipEntry(name));
                if (name.endsWith(".class")) {
                    content = classFile(content);
                } else if (name.startsWith("META-INF/services/")) {
                    content = unrelocated(content);
                }
                out.write(content);
            }
        }
    }

    private static String unrelocated(String text) {
        return text.replace(PREFIX, "").replace(PREFIX.replace('/', '.'), "");
    }

    /** ISO-8859-1 maps bytes to characters one to one, so any encoding survives. */
    private static byte[] unrelocated(byte[] text) {
        return unrelocated(new String(text, ISO_8859_1)).getBytes(ISO_8859_1);
    }

    /** All names and strings of a class file are CONSTANT_Utf8 entries (tag 1) of its constant pool. */
    private static byte[] classFile(byte[] content) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(content));
        var bytes = new ByteArrayOutputStream(content.length);
        var out = new DataOutputStream(bytes);
        out.writeLong(in.readLong());
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readByte();
            out.writeByte(tag);
            if (tag == 1) {
                byte[] text = unrelocated(in.readNBytes(in.readUnsignedShort()));
                out.writeShort(text.length);
                out.write(text);
                continue;
            }
            int length = switch (tag) {
                case 5, 6 -> 8; // long and double, which also take two places in the pool
                case 7, 8, 16, 19, 20 -> 2;
                case 15 -> 3;
                default -> 4;
            };
            if (length == 8) {
                i++;
            }
            out.write(in.readNBytes(length));
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }
}
