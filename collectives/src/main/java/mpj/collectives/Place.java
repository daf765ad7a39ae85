package mpj.collectives;

/**
 * A place in a rank's memory: a region and a position in it, in bytes. Positions count the bytes of messages, not of
 * memory: in a buffer whose items have gaps they do not count the gaps.
 *
 * @param region 0, 1 or 2: the regions of {@link #SEND}, {@link #RECEIVE} and {@link #WORK}
 * @param at the position
 */
public record Place(int region, long at) {
    /** The number of regions. */
    public static final int REGIONS = 3;

    /** What the program sends: read, never written. */
    public static final Place SEND = new Place(0, 0);
    /** Where the program receives: nothing outside its blocks is written. */
    public static final Place RECEIVE = new Place(1, 0);
    /** Memory of the collective's own, as much as {@link Steps#work} asked for. */
    public static final Place WORK = new Place(2, 0);

    /**
     * A place further on.
     *
     * @param bytes how far
     * @return the place
     */
    public Place plus(long bytes) {
        return bytes == 0 ? this : new Place(region, at + bytes);
    }
}
