package io.snapdsl.engine.state;

import io.snapdsl.engine.content.Hash;
import java.util.Optional;

/**
 * A checkpoint as a store keeps it.
 *
 * @param brokenOff the hash of the checkpoint before it, if that was not there when this one was imported
 */
public record StoredCheckpoint(Checkpoint entry, Packed packed, Optional<Hash> brokenOff) {}
