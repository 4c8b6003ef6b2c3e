package io.snapdsl.dsl.compiled;

import io.snapdsl.engine.content.Hash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.codehaus.groovy.util.ReleaseInfo;

/**
 * Compiled scripts, one file each, named by all that the result depends on: nothing has to be told apart or thrown out.
 * A file begins with the hash of the rest, so a damaged one is as good as none. What can't be written is just not kept:
 * the cache only saves time.
 */
public final class ScriptCache {
    private static final String ENDING = ".policy";

    private final Path directory;
    private final String version;

    /** @param version of the program: another one may compile differently */
    public ScriptCache(Path directory, String version) {
        this.directory = directory;
        this.version = version;
    }

    public Optional<CompiledScript> find(String script) {
        try {
            byte[] file = Files.readAllBytes(file(script));
            if (file.length < Hash.BYTES
                    || !Hash.fromBytes(file, 0).equals(Hash.of(file, Hash.BYTES, file.length - Hash.BYTES))) {
                return Optional.empty();
            }
            return Optional.of(decode(Arrays.copyOfRange(file, Hash.BYTES, file.length)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public void keep(String script, CompiledScript compiled) {
        try {
            Files.createDirectories(directory);
            // Beside its place and renamed, so that nobody ever reads half of it.
            Path partial = Files.createTempFile(directory, "new", ".partial");
            try {
                byte[] content = encode(compiled);
                ByteArrayOutputStream file = new ByteArrayOutputStream();
                file.write(Hash.of(content).bytes());
                file.write(content);
                Files.write(partial, file.toByteArray());
                Files.move(partial, file(script), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            return;
        }
    }

    private Path file(String script) {
        String all = String.join("\0", version, ReleaseInfo.getVersion(), script);
        return directory.resolve(Hash.of(all.getBytes(StandardCharsets.UTF_8)).hex() + ENDING);
    }

    private static byte[] encode(CompiledScript compiled) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream output = new DataOutputStream(bytes);
        output.writeUTF(compiled.mainClass());
        output.writeInt(compiled.classes().size());
        for (Map.Entry<String, byte[]> type : compiled.classes().entrySet()) {
            output.writeUTF(type.getKey());
            output.writeInt(type.getValue().length);
            output.write(type.getValue());
        }
        return bytes.toByteArray();
    }

    private static CompiledScript decode(byte[] content) throws IOException {
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(content));
        String mainClass = input.readUTF();
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (int left = input.readInt(); left > 0; left--) {
            String name = input.readUTF();
            classes.put(name, input.readNBytes(input.readInt()));
        }
        return new CompiledScript(mainClass, classes);
    }
}
