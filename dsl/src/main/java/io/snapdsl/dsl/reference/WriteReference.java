package io.snapdsl.dsl.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes what is made from the words' annotations into the checkout: the reference page and the file for editors. */
public final class WriteReference {
    private WriteReference() {}

    /** By their paths in the checkout. */
    static Map<String, String> files() {
        return Map.of(
                "docs/policy-reference.md", PolicyReference.text(),
                "dsl/src/main/dist/snapdsl.gdsl", Completion.text());
    }

    public static void main(String[] arguments) throws IOException {
        for (Map.Entry<String, String> file : files().entrySet()) {
            Path path = Path.of(arguments[0]).resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }
}
