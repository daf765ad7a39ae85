package mpj.core.collective;

/**
 * What a rank sends, where it receives into the same memory. An algorithm reads the one and writes the other in an
 * order of its own, so it is given a copy of what is sent, and every algorithm then gives what separate buffers would.
 * The copy is in memory that is kept for later calls.
 */
final class Snapshot {
    private final WorkArrays arrays = new WorkArrays();
    private final Region original = new Region();

    /**
     * Binds a region to the copy instead of the program's buffer.
     *
     * @param operands whether items must lie as in that
     */
    void bind(Region sent, boolean operands) {
        original.bind(sent);
        arrays.bind(sent, original.bytes(), original, operands);
        if (original.isInPlace()) {
            sent.staysInPlace();
        }
    }

    /** Binds a region to memory that takes what the program has already. */
    void bindUnused(Region received, long bytes, Region sent) {
        arrays.bind(received, bytes, sent, false);
    }

    boolean isBound() {
        return original.isBound();
    }

    /** Copies what is in the program's buffer. */
    void take(Region sent) {
        original.snapshot(sent);
    }

    void clear() {
        original.clear();
    }
}
