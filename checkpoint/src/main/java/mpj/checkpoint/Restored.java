package mpj.checkpoint;

import java.util.List;

/**
 * What a call of {@link Checkpoint#restore} has restored.
 *
 * @param version the number of the version, 1 or more
 * @param ranks the number of ranks that wrote the version
 * @param passedOver one text for each newer version that could not be used, which says why; empty if the newest version
 *     was restored
 */
public record Restored(long version, int ranks, List<String> passedOver) {
    /** Copies the list. */
    public Restored {
        passedOver = List.copyOf(passedOver);
    }
}
