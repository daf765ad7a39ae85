package mpj.engine;

/** The ranks that packets have come from. Knowing one opens no channel to it. */
final class Sources {
    private final Source[] known;

    Sources(int ranks) {
        known = new Source[ranks];
    }

    Source of(int rank) {
        Source source = known[rank];
        return source != null ? source : add(rank);
    }

    private Source add(int rank) {
        Source source = new Source(rank);
        known[rank] = source;
        return source;
    }
}
