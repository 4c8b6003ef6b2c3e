package io.snapdsl.engine.state;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.store.Checkpoints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Brings states back from how they are kept. It remembers the last one, so whoever reads a chain in its order pays for
 * each checkpoint once. For one thread.
 */
public final class StateReader {
    private final Checkpoints checkpoints;
    private final ContentReader content;
    private SubjectId lastSubject;
    private long lastNumber;
    private byte[] last;

    public StateReader(Checkpoints checkpoints, ContentReader content) {
        this.checkpoints = checkpoints;
        this.content = content;
    }

    /** @throws DamagedContentException if it can't be brought back; whether it is what was recorded, its hash tells */
    public CanonicalJson read(StoredCheckpoint checkpoint) {
        SubjectId subject = checkpoint.entry().subject();
        long number = checkpoint.entry().number();
        byte[] bytes = unpack(checkpoint);
        lastSubject = subject;
        lastNumber = number;
        last = bytes;
        return CanonicalJson.stored(bytes);
    }

    private byte[] unpack(StoredCheckpoint checkpoint) {
        if (checkpoint.packed() instanceof Packed.Whole whole) {
            return StatePacking.unpack(whole);
        } else if (checkpoint.packed() instanceof Packed.Stored stored) {
            return copy(stored.content());
        }
        Packed.Delta delta = (Packed.Delta) checkpoint.packed();
        return StatePacking.unpack(delta, before(checkpoint.entry(), delta.steps()));
    }

    private byte[] before(Checkpoint entry, int steps) {
        long before = entry.number() - 1;
        if (entry.subject().equals(lastSubject) && before == lastNumber) {
            return last;
        }
        if (steps < 1 || steps > StatePacking.MAX_STEPS) {
            throw new DamagedContentException("a state is said to take " + steps + " deltas");
        }
        byte[] bytes = null;
        List<StoredCheckpoint> stretch = checkpoints.page(entry.subject(), entry.number() - steps, steps);
        for (int i = 0; i < steps; i++) {
            if (i >= stretch.size() || stretch.get(i).entry().number() != entry.number() - steps + i) {
                throw new DamagedContentException("a checkpoint before it is missing");
            }
            Packed packed = stretch.get(i).packed();
            if (i == 0 && packed instanceof Packed.Whole whole) {
                bytes = StatePacking.unpack(whole);
            } else if (i > 0 && packed instanceof Packed.Delta delta) {
                bytes = StatePacking.unpack(delta, bytes);
            } else {
                throw new DamagedContentException("a checkpoint before it is not kept as it should be");
            }
        }
        return bytes;
    }

    private byte[] copy(Content state) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            content.copy(state, out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory can always be written", e);
        }
        return out.toByteArray();
    }
}
