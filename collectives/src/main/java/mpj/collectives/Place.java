package mpj.collectives;

/**
 * A place in a rank's memory: a region and a position in it. Positions count bytes of messages, not bytes of memory. In
 * a buffer whose items have gaps, positions do not count the gaps.
 *
 * @param region 0 to 3: the regions of {@link #SEND}, {@link #RECEIVE}, {@link #WORK} and {@link #SHARED}
 * @param at the position, in bytes
 */
public record Place(int region, long at) {
    /** The number of regions. */
    public static final int REGIONS = 4;

    /** The data that the program sends. It is read and never written. */
    public static final Place SEND = new Place(0, 0);
    /** The place where the program receives. Nothing outside its blocks is written. */
    public static final Place RECEIVE = new Place(1, 0);
    /** The collective's own memory. {@link Steps#work} determines its size. */
    public static final Place WORK = new Place(2, 0);
    /**
     * Memory that all ranks see, if they share memory. It has a room of {@link Problem#shared} bytes for each rank. A
     * rank writes only to its own room. Package {@code shared} says when it may write, and {@link Steps#awaitStage}
     * says what a rank must have seen before it reads another rank's room.
     */
    public static final Place SHARED = new Place(3, 0);

    /**
     * A place further on.
     *
     * @param bytes the distance
     * @return the place
     */
    public Place plus(long bytes) {
        return bytes == 0 ? this : new Place(region, at + bytes);
    }

    /**
     * Written out, like {@link #hashCode}, because linking the methods that the compiler makes takes some 30 ms at a
     * rank's first Bcast.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Place place && region == place.region && at == place.at;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(at) * 31 + region;
    }
}
