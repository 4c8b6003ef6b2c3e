package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.archive.TarFromTree;
import io.snapdsl.engine.archive.TreeFromTar;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reaches the files of volumes through a container that is made for that, never started, and removed again. It needs
 * nothing of its image, which may hold not even a shell, and sees each volume by itself, whatever else is mounted below
 * it in the container that uses it.
 */
final class VolumeAccess implements AutoCloseable {
    private static final String PLACE = "__snapdsl";
    /** The last that fits into 64 bits of nanoseconds: in the year 2262. */
    private static final Instant LAST = Instant.ofEpochSecond(0, Long.MAX_VALUE);

    private final ContainerRuntime runtime;
    private final ContentStore content;
    private final Progress progress;
    private final List<Mount> mounts;
    private final String helper;

    /**
     * @param image any that the engine has
     * @param owner on whose behalf, so that leftovers can be found
     * @param mounts the volumes and directories to reach
     */
    VolumeAccess(
            ContainerRuntime runtime,
            ContentStore content,
            Progress progress,
            String image,
            String owner,
            List<Mount> mounts) {
        this.runtime = runtime;
        this.content = content;
        this.progress = progress;
        this.mounts = List.copyOf(mounts);
        this.helper = Helpers.create(runtime, owner, settings(image));
    }

    private ObjectNode settings(String image) {
        ObjectNode settings = Json.object().put("Image", image).put("NetworkDisabled", true);
        // Never run, but an engine makes no container without a command.
        settings.putArray("Entrypoint").add("snapdsl");
        settings.putArray("Cmd");
        settings.putObject("Healthcheck").putArray("Test").add("NONE");
        ObjectNode host = settings.putObject("HostConfig").put("NetworkMode", "none");
        ArrayNode places = host.putArray("Mounts");
        for (int i = 0; i < mounts.size(); i++) {
            Mount mount = mounts.get(i);
            boolean isVolume = mount.kind() == Mount.Kind.VOLUME;
            ObjectNode place = places.addObject()
                    .put("Type", isVolume ? "volume" : "bind")
                    .put("Source", mount.source())
                    .put("Target", "/" + PLACE + i);
            if (isVolume) {
                place.putObject("VolumeOptions").put("NoCopy", true);
            }
        }
        return settings;
    }

    /** Its content as it is now, stored. */
    TreeFromTar.Stored read(Mount mount) {
        progress.begin("reading " + mount.title(), "file", 0);
        try (InputStream archive = runtime.read(helper, "/" + place(mount))) {
            return new TreeFromTar(content, progress, VolumeAccess::settable).directory(archive);
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.CONTAINER_ENGINE_FAILED,
                    "The volume " + mount.title() + " can't be read: " + e.getMessage() + ".",
                    "If something wrote to it meanwhile, try again with the container paused or stopped.",
                    e);
        }
    }

    /** Where an engine is to set another time, it sets the first of these. */
    private static Instant settable(Instant time) {
        return time.isBefore(Instant.EPOCH) || time.isAfter(LAST) ? Instant.EPOCH : time;
    }

    /** Adds or replaces what {@code wanted} says; the rest of it stays. */
    void write(Mount mount, DirectoryEntry directory, Predicate<TreePath> wanted) {
        progress.begin("writing " + mount.title(), "file", 0);
        TarFromTree archive = new TarFromTree(new ContentReader(content));
        runtime.write(helper, "/", out -> archive.write(directory, place(mount), wanted, out));
    }

    /**
     * Removes everything in it. An engine has no call for that; but it makes room for a file that is to be written where a
     * directory is, by removing all that is in it, and only then notices that something is mounted there. That it
     * fails is therefore expected, and whether it has worked is seen by reading.
     */
    void empty(Mount mount) {
        Optional<SnapdslException> refusal = Optional.empty();
        try {
            runtime.write(helper, "/", out -> TarFromTree.writeEmptyFile(place(mount), out));
        } catch (SnapdslException e) {
            if (e.code() == ErrorCode.NO_CONTAINER_ENGINE) {
                throw e;
            }
            refusal = Optional.of(e);
        }
        if (!read(mount).root().tree().equals(Tree.EMPTY.hash())) {
            throw new SnapdslException(
                    ErrorCode.CONTAINER_ENGINE_FAILED,
                    "The volume " + mount.title() + " can't be emptied.",
                    "Restore the snapshot as a new container, which gets volumes of its own.",
                    refusal.orElse(null));
        }
    }

    private String place(Mount mount) {
        return PLACE + mounts.indexOf(mount);
    }

    @Override
    public void close() {
        runtime.remove(helper);
    }
}
