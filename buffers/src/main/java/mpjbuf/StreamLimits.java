package mpjbuf;

import java.io.ObjectInputFilter;

/**
 * What a serialized stream of a given length may ask of its reader. An honest stream has at least one byte per
 * reference and per array element; a damaged or hostile one that claims more is stopped before memory is allocated.
 * The limits are on size only: every class passes.
 */
final class StreamLimits implements ObjectInputFilter {
    /** Deeper than default thread stacks let a chain of objects be written. */
    static final long MAX_DEPTH = 10_000;

    /** Collections announce their hash tables too, which are a few times larger than what the stream holds. */
    private static final long TABLE_SLACK = 8;
    private static final long SMALL_TABLES = 1024;

    private final long references;
    private long elements;

    /** Limits for a stream of {@code bytes} bytes. */
    StreamLimits(long bytes) {
        references = bytes;
        elements = SMALL_TABLES + TABLE_SLACK * bytes;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (info.arrayLength() >= 0) {
            elements -= info.arrayLength();
        }
        boolean within = info.depth() <= MAX_DEPTH && info.references() <= references && elements >= 0;
        return within ? Status.UNDECIDED : Status.REJECTED;
    }
}
