package mpj.collectives;

/**
 * Bytes that are cut into segments of equal size. The last segment may be smaller.
 *
 * @param bytes the size of all segments together
 * @param segment the size of each segment, a multiple of the unit
 */
public record Segments(long bytes, long segment) {
    /**
     * Segments of about the size that is wanted.
     *
     * @param bytes the size of all segments together
     * @param wanted the size of each segment in bytes, which is rounded down to whole units
     * @param unit the size of the pieces that must not be divided
     * @return the segments
     */
    public static Segments of(long bytes, long wanted, long unit) {
        return new Segments(bytes, Math.max(1, Math.min(wanted, bytes) / unit) * unit);
    }

    /**
     * One segment for all bytes.
     *
     * @param bytes the size
     * @param unit the size of the pieces that must not be divided
     * @return one segment, or none if there are no bytes
     */
    public static Segments whole(long bytes, long unit) {
        return new Segments(bytes, Math.max(bytes, unit));
    }

    /**
     * The number of segments.
     *
     * @return the number; 0 if there are no bytes
     */
    public int count() {
        return Math.toIntExact((bytes + segment - 1) / segment);
    }

    /**
     * The position where a segment starts.
     *
     * @param index the segment
     * @return the position, in bytes
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
