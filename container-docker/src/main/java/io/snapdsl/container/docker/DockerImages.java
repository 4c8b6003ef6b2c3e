package io.snapdsl.container.docker;

import static io.snapdsl.container.docker.EngineRequest.part;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerRuntime.Archive;
import io.snapdsl.engine.container.ContainerRuntime.Image;
import io.snapdsl.engine.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Images: made from containers, found, named, removed, carried to other engines. */
final class DockerImages {
    private final EngineConnection engine;

    DockerImages(EngineConnection engine) {
        this.engine = engine;
    }

    String commit(String container, String comment, ObjectNode changed) {
        return engine.post("/commit", "make an image of container '" + container + "'")
                .with("container", container)
                .with("pause", "0")
                .with("comment", comment)
                .body(changed)
                .json()
                .path("Id")
                .asText();
    }

    Optional<Image> image(String reference) {
        if (reference.isBlank()) {
            return Optional.empty();
        }
        return engine.get(path(reference) + "/json", "inspect image " + reference)
                .jsonIfThere()
                .map(DockerImages::image);
    }

    private static Image image(JsonNode details) {
        List<String> tags = new ArrayList<>();
        details.path("RepoTags").forEach(tag -> tags.add(tag.asText()));
        return new Image(
                details.path("Id").asText(),
                tags,
                Json.texts(details.path("Config").path("Labels")),
                details.path("Size").asLong(),
                details);
    }

    List<Image> labelled(String key) {
        ObjectNode filters = Json.object();
        filters.putArray("label").add(key);
        List<Image> images = new ArrayList<>();
        // An image that has no name, but on which another was built, is left out unless all are asked for.
        for (JsonNode it : engine.get("/images/json", "list its images")
                .with("all", "1")
                .with("filters", Json.compact(filters))
                .json()) {
            image(it.path("Id").asText()).ifPresent(images::add);
        }
        return images;
    }

    void tag(String image, String repository, String tag) {
        engine.post(path(image) + "/tag", "name image " + image + " " + repository + ":" + tag)
                .with("repo", repository)
                .with("tag", tag)
                .ofWhatMayBeInUse()
                .run();
    }

    void remove(String reference) {
        engine.delete(path(reference), "remove image " + reference)
                // Else images without a name on which this one was built would go too.
                .with("noprune", "1")
                .ofWhatMayBeInUse()
                .runIfThere();
    }

    InputStream save(String image) {
        return engine.get(path(image) + "/get", "save image " + image).stream();
    }

    void load(Archive archive) {
        ArchivePipe.through(archive, in -> {
            try (InputStream answer =
                    engine.post("/images/load", "load an image").with("quiet", "1").body(in).stream()) {
                lastStatus(answer, "load an image");
            } catch (IOException e) {
                throw engine.broken("load an image", e);
            }
        });
    }

    String importFiles(Archive files, String comment, Map<String, String> labels) {
        String purpose = "make an image of files";
        AtomicReference<String> image = new AtomicReference<>();
        ArchivePipe.through(files, in -> {
            EngineRequest request =
                    engine.post("/images/create", purpose).with("fromSrc", "-").with("message", comment);
            labels.forEach((key, value) -> request.with("changes", "LABEL " + quoted(key) + "=" + quoted(value)));
            try (InputStream answer = request.body(in).stream()) {
                image.set(lastStatus(answer, purpose));
            } catch (IOException e) {
                throw engine.broken(purpose, e);
            }
        });
        return image.get();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("$", "\\$") + '"';
    }

    /** That it went well so far is all the status says; what goes wrong then comes in between other messages. */
    private static String lastStatus(InputStream messages, String purpose) throws IOException {
        String status = "";
        BufferedReader lines = new BufferedReader(new InputStreamReader(messages, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            JsonNode message = Json.parse(line.getBytes(StandardCharsets.UTF_8));
            if (message.has("error")) {
                throw EngineErrors.refused(purpose, message.path("error").asText());
            }
            status = message.path("status").asText(status);
        }
        return status;
    }

    /** Slashes are part of a name, not of what it is a part of. */
    private static String path(String reference) {
        return "/images/" + part(reference).replace("%2F", "/");
    }
}
