package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What containers see of outside. */
final class Mounts {
    /** What an engine calls a volume that nobody gave a name. */
    private static final Pattern NAMELESS = Pattern.compile("[0-9a-f]{64}");

    private Mounts() {}

    /** In the order of their places. */
    static List<Mount> of(Inspected container, ContainerRuntime runtime) {
        List<Mount> mounts = new ArrayList<>();
        for (JsonNode mount : container.details().path("Mounts")) {
            Mount.Kind kind = Mount.Kind.of(mount.path("Type").asText());
            String source =
                    mount.path(kind == Mount.Kind.VOLUME ? "Name" : "Source").asText();
            boolean isAnonymous =
                    kind == Mount.Kind.VOLUME && NAMELESS.matcher(source).matches();
            Optional<JsonNode> volume =
                    kind == Mount.Kind.VOLUME ? runtime.volume(source).map(Volume::details) : Optional.empty();
            mounts.add(new Mount(
                    kind,
                    source,
                    mount.path("Destination").asText(),
                    isAnonymous,
                    !mount.path("RW").asBoolean(true),
                    volume,
                    Optional.empty()));
        }
        mounts.sort((a, b) -> a.destination().compareTo(b.destination()));
        return mounts;
    }

    /** One that is mounted in two places is one all the same. */
    static List<Mount> taken(List<Mount> mounts, CaptureOptions options, String container) {
        options.volumes().ifPresent(titles -> requireKnown(titles, mounts, container));
        Set<String> titles = new TreeSet<>();
        return mounts.stream()
                .filter(options::takes)
                .filter(mount -> titles.add(mount.title()))
                .toList();
    }

    private static void requireKnown(Set<String> titles, List<Mount> mounts, String container) {
        Set<String> known = mounts.stream().map(Mount::title).collect(Collectors.toCollection(TreeSet::new));
        titles.stream()
                .filter(title -> !known.contains(title))
                .sorted()
                .findFirst()
                .ifPresent(title -> {
                    throw new SnapdslException(
                            ErrorCode.UNKNOWN_VOLUME,
                            "The container " + container + " has no volume '" + title + "'.",
                            known.isEmpty() ? "It has none at all." : "It has: " + String.join(", ", known) + ".");
                });
    }
}
