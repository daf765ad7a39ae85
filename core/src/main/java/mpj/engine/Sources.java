package mpj.engine;

import java.util.Arrays;

/** The ranks that packets have come from. Knowing one opens no channel to it. */
final class Sources {
    private static final int FIRST = 16;

    private Source[] known = new Source[FIRST];

    Source of(int rank) {
        Source source = rank < known.length ? known[rank] : null;
        return source != null ? source : add(rank);
    }

    private Source add(int rank) {
        if (rank >= known.length) {
            known = Arrays.copyOf(known, Math.max(2 * known.length, rank + 1));
        }
        Source source = new Source(rank);
        known[rank] = source;
        return source;
    }
}
