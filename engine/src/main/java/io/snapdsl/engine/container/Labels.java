package io.snapdsl.engine.container;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SubjectId;
import java.util.Map;
import java.util.TreeMap;

/** What we write on images and containers of our own making, so that they can be told from everybody else's. */
final class Labels {
    private static final String OURS = "snapdsl.";
    static final String SNAPSHOT = OURS + "snapshot.id";
    /** On the image of a capture: which store and subject it belongs to. */
    static final String CAPTURE = OURS + "capture";
    /** On a container that a restore made: which restore that was. */
    static final String RESTORE = OURS + "restore";

    static final String RESTORED_FROM = OURS + "restored.from";

    private Labels() {}

    static boolean isOurs(String label) {
        return label.startsWith(OURS);
    }

    /** Of whom something is, in the world of one engine that several stores may use. */
    static String owner(String store, SubjectId subject) {
        return store + "/" + subject.value();
    }

    /** So that whoever looks at the image with the engine's own tools sees where it is from. */
    static Map<String, String> of(Snapshot snapshot, ContainerManifest manifest) {
        Map<String, String> labels = new TreeMap<>();
        labels.put(SNAPSHOT, snapshot.id().hex());
        labels.put(OURS + "snapshot.subject", snapshot.facts().subject());
        labels.put(OURS + "snapshot.sequence", Long.toString(snapshot.sequence()));
        labels.put(OURS + "snapshot.time", snapshot.facts().time().toString());
        labels.put(OURS + "snapshot.trigger", snapshot.note().trigger().word());
        labels.put(OURS + "snapshot.description", snapshot.note().goal());
        labels.put(OURS + "snapshot.session", snapshot.note().session());
        labels.put(OURS + "snapshot.source.image", manifest.sourceImage());
        labels.put(OURS + "snapshot.container", manifest.name());
        return labels;
    }
}
