package io.snapdsl.engine.container;

import java.util.Optional;
import java.util.Set;

/**
 * How a container is captured.
 *
 * @param volumes the titles of those to take; without, all
 * @param binds whether directories of the host that it sees are taken too
 * @param isPortable whether its image goes into the snapshot, so that another engine can restore it
 */
public record CaptureOptions(
        Optional<Set<String>> volumes, Consistency consistency, boolean binds, boolean isPortable) {
    public static final CaptureOptions DEFAULT = new CaptureOptions(Optional.empty(), Consistency.PAUSE, false, false);

    public CaptureOptions {
        volumes = volumes.map(Set::copyOf);
    }

    public CaptureOptions with(Consistency other) {
        return new CaptureOptions(volumes, other, binds, isPortable);
    }

    boolean takes(Mount mount) {
        boolean isTakable = mount.kind() == Mount.Kind.VOLUME || binds && mount.kind() == Mount.Kind.BIND;
        return isTakable
                && volumes.map(titles -> titles.contains(mount.title())).orElse(true);
    }
}
