package mpj.collectives;

/**
 * Bytes cut into segments of equal size, the last one perhaps smaller.
 *
 * @param bytes the size of all
 * @param segment the size of each, whole units
 */
public record Segments(long bytes, long segment) {
    /**
     * Segments of about a size.
     *
     * @param bytes the size of all
     * @param wanted the size of each, in bytes, which is rounded down to whole units
     * @param unit the size of what must not be divided
     * @return the segments
     */
    public static Segments of(long bytes, long wanted, long unit) {
        return new Segments(bytes, Math.max(1, Math.min(wanted, bytes) / unit) * unit);
    }

    /**
     * All in one piece.
     *
     * @param bytes the size
     * @param unit the size of what must not be divided
     * @return one segment, or none when there are no bytes
     */
    public static Segments whole(long bytes, long unit) {
        return new Segments(bytes, Math.max(bytes, unit));
    }

    /**
     * How many segments there are.
     *
     * @return the number; 0 when there are no bytes
     */
    public int count() {
        return Math.toIntExact((bytes + segment - 1) / segment);
    }

    /**
     * Where a segment starts.
     *
     * @param index the segment
     * @return its position
     */
    public long at(int index) {
        return index * segment;
    }

    /**
     * The size of a segment.
     *
     * @param index the segment
     * @return its size, in bytes
     */
    public long length(int index) {
        return Math.min(segment, bytes - at(index));
    }
}
