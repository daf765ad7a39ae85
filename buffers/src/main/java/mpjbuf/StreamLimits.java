package mpjbuf;

import java.io.ObjectInputFilter;

/**
 * Limits for a serialized stream of a given length. An honest stream has at least one byte for each reference and for
 * each array element. A damaged or hostile stream that claims more is stopped before memory is allocated. The limits
 * concern sizes only, and every class passes.
 */
final class StreamLimits implements ObjectInputFilter {
    /**
     * The largest depth of references. A thread stack of the default size is too small to write a chain of objects of
     * this depth.
     */
    static final long MAX_DEPTH = 10_000;

    /** Collections also announce their hash tables, which are a few times larger than the content of the stream. */
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
