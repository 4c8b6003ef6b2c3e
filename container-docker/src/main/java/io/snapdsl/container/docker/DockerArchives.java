package io.snapdsl.container.docker;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.container.ContainerRuntime.Archive;
import io.snapdsl.engine.container.ContainerRuntime.FileChange;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The files of containers. */
final class DockerArchives {
    /** What each is to the engine is its place. */
    private static final String KINDS = "CAD";

    private final EngineConnection engine;

    DockerArchives(EngineConnection engine) {
        this.engine = engine;
    }

    List<FileChange> changes(String container) {
        List<FileChange> changes = new ArrayList<>();
        for (JsonNode it : engine.get(
                        DockerContainers.path(container, "changes"),
                        "compare container '" + container + "' with its image")
                .json()) {
            changes.add(new FileChange(
                    KINDS.charAt(it.path("Kind").asInt()), it.path("Path").asText()));
        }
        return changes;
    }

    InputStream read(String container, String path) {
        return engine
                .get(DockerContainers.path(container, "archive"), "read " + path + " in container '" + container + "'")
                .with("path", path)
                .stream();
    }

    InputStream export(String container) {
        return engine
                .get(DockerContainers.path(container, "export"), "read the files of container '" + container + "'")
                .stream();
    }

    void write(String container, String path, Archive archive) {
        ArchivePipe.through(
                archive,
                in -> engine.put(
                                DockerContainers.path(container, "archive"),
                                "write to " + path + " in container '" + container + "'")
                        .with("path", path)
                        .body(in)
                        .run());
    }
}
