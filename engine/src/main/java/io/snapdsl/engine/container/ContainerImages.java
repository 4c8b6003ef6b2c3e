package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.archive.WholeArchive;
import io.snapdsl.engine.container.ContainerRuntime.Image;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.json.Json;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The images that hold containers' files.
 *
 * <p>Each capture makes two. The first holds the files; its id goes into the snapshot, so the chain vouches for it. The
 * second is the first with labels and a name: it tells whoever looks with the engine's own tools which snapshot that is,
 * which can only be known once the first has its id, and it keeps the engine from taking the first for refuse.
 */
final class ContainerImages {
    private static final String REPOSITORY = "snapdsl/";
    private static final int TAG_LENGTH = 12;
    /** On each image of our making, and not inherited, as labels are, by those that others make of it. */
    private static final String COMMENT = "snapdsl";

    /**
     * An engine takes 125. Each replacement and snapshot in turn adds one, and whoever builds on the image wants some
     * for himself.
     */
    private static final int MOST_LAYERS = 110;

    private final ContainerRuntime runtime;
    private final String owner;

    /** @param owner whose images: see {@link Labels#owner} */
    ContainerImages(ContainerRuntime runtime, String owner) {
        this.runtime = runtime;
        this.owner = owner;
    }

    /** The container's files as they are now, as a layer on those of its image, or all as one where those are too many. */
    String commit(Inspected container) {
        Map<String, String> labels = Map.of(Labels.CAPTURE, owner);
        if (layers(container.image()).size() < MOST_LAYERS) {
            return runtime.commit(container.id(), COMMENT, labels(labels));
        }
        return runtime.importFiles(
                out -> {
                    try (InputStream files = runtime.export(container.id())) {
                        WholeArchive.copy(files, out);
                    }
                },
                COMMENT,
                labels);
    }

    List<String> layers(String image) {
        List<String> layers = new ArrayList<>();
        runtime.image(image)
                .map(Image::details)
                .ifPresent(
                        details -> details.path("RootFS").path("Layers").forEach(layer -> layers.add(layer.asText())));
        return layers;
    }

    /** What {@code image} takes that {@code base} doesn't: all of it, if it is not built on that. */
    long bytesBeyond(String base, String image) {
        long all = runtime.image(image).map(Image::size).orElse(0L);
        boolean isBuiltOnIt = layers(image).containsAll(layers(base));
        return isBuiltOnIt
                ? Math.max(0, all - runtime.image(base).map(Image::size).orElse(0L))
                : all;
    }

    /** A container gets from its image whatever it doesn't say itself: the same files are not enough. */
    boolean haveSameSettings(String image, String other) {
        Optional<JsonNode> settings = settings(image);
        return settings.isPresent() && settings.equals(settings(other));
    }

    private Optional<JsonNode> settings(String image) {
        return runtime.image(image).map(found -> {
            ObjectNode config = found.details().path("Config").deepCopy();
            config.set("Labels", ContainerSettings.withoutOurs(config.path("Labels")));
            return config;
        });
    }

    /** Makes {@code snapshot} known to the engine. */
    void label(Snapshot snapshot, ContainerManifest manifest) {
        JsonNode config = runtime.image(manifest.image())
                .map(image -> image.details().path("Config"))
                .orElseThrow(() -> gone(manifest.image()));
        boolean hasCommand =
                config.path("Cmd").size() + config.path("Entrypoint").size() > 0;
        ObjectNode settings = hasCommand ? Json.object() : manifest.settings().ofImage();
        settings.put("Image", manifest.image());
        settings.putObject("HostConfig").put("NetworkMode", "none");
        String helper = Helpers.create(runtime, owner, settings);
        try {
            Map<String, String> labels = new TreeMap<>(Labels.of(snapshot, manifest));
            labels.put(Labels.CAPTURE, owner);
            String labelled = runtime.commit(helper, COMMENT, labels(labels));
            String repository =
                    REPOSITORY + manifest.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
            runtime.tag(
                    labelled,
                    repository.replaceAll("-$", ""),
                    snapshot.id().hex().substring(0, TAG_LENGTH));
        } finally {
            runtime.remove(helper);
        }
    }

    private static ObjectNode labels(Map<String, String> labels) {
        ObjectNode changed = Json.object();
        changed.set("Labels", Json.object(labels));
        return changed;
    }

    /**
     * Why images stay.
     *
     * @param files the ids of those that hold the files of a snapshot
     * @param snapshots the snapshots that are there
     */
    record Needed(Set<String> files, Set<String> snapshots) {
        private boolean includes(Image image) {
            // Files first: who runs a container from one of our images hands its labels down to the next.
            return files.contains(image.id())
                    || Optional.ofNullable(image.labels().get(Labels.SNAPSHOT))
                            .filter(snapshots::contains)
                            .isPresent();
        }
    }

    /** What could not be removed, in words. */
    record Sweep(int removed, List<String> inUse) {}

    /** Removes those of our images that no snapshot needs. */
    Sweep sweep(Needed needed) {
        int removed = 0;
        List<String> inUse = new ArrayList<>();
        List<Image> unneeded = unneeded(needed)
                // Those with names first: what they are made of can't go before.
                .sorted((a, b) -> Boolean.compare(a.tags().isEmpty(), b.tags().isEmpty()))
                .toList();
        for (Image image : unneeded) {
            try {
                for (String tag : image.tags()) {
                    runtime.removeImage(tag);
                }
                runtime.removeImage(image.id());
                removed++;
            } catch (SnapdslException e) {
                if (e.code() != ErrorCode.IN_USE) {
                    throw e;
                }
                inUse.add(e.getMessage());
            }
        }
        return new Sweep(removed, inUse);
    }

    /** The ids of those that belong to no snapshot. */
    List<String> orphans(Needed needed) {
        return unneeded(needed).map(Image::id).toList();
    }

    private Stream<Image> unneeded(Needed needed) {
        return runtime.imagesLabelled(Labels.CAPTURE).stream()
                .filter(image -> owner.equals(image.labels().get(Labels.CAPTURE)) && COMMENT.equals(image.comment()))
                .filter(image -> !needed.includes(image));
    }

    static SnapdslException gone(String image) {
        return new SnapdslException(
                ErrorCode.CONTAINER_ENGINE_FAILED,
                "The engine doesn't have the image " + image + " any more.",
                "Someone removed it. The volumes are still there: --volumes-only restores them, and a snapshot that was"
                        + " taken with --portable brings its image along.");
    }
}
