package io.snapdsl.engine.state;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.json.CanonicalJson;

/**
 * A checkpoint and the state that it keeps, found to be what was recorded.
 *
 * @param previous the hash of the checkpoint before it
 */
public record Restored(Checkpoint checkpoint, Hash previous, CanonicalJson state) {}
