package mpj.collectives;

/**
 * A place in a rank's memory: a region and a position in it, in bytes. Positions count the bytes of messages, not of
 * memory: in a buffer whose items have gaps they do not count the gaps.
 *
 * @param region 0 to 3: the regions of {@link #SEND}, {@link #RECEIVE}, {@link #WORK} and {@link #SHARED}
 * @param at the position
 */
public record Place(int region, long at) {
    /** The number of regions. */
    public static final int REGIONS = 4;

    /** What the program sends: read, never written. */
    public static final Place SEND = new Place(0, 0);
    /** Where the program receives: nothing outside its blocks is written. */
    public static final Place RECEIVE = new Place(1, 0);
    /** Memory of the collective's own, as much as {@link Steps#work} asked for. */
    public static final Place WORK = new Place(2, 0);
    /**
     * Memory that all ranks see, where they have some: a room of {@link Problem#shared} bytes for each rank. A rank
     * writes to its own room only. Package {@code shared} says when, and {@link Steps#watch} what it must have seen
     * before it reads another's.
     */
    public static final Place SHARED = new Place(3, 0);

    /**
     * A place further on.
     *
     * @param bytes how far
     * @return the place
     */
    public Place plus(long bytes) {
        return bytes == 0 ? this : new Place(region, at + bytes);
    }

    /** Written out, as the next: what the compiler makes takes some 30 ms to link, at a rank's first Bcast. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Place place && region == place.region && at == place.at;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(at) * 31 + region;
    }
}
