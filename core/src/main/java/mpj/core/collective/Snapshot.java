package mpj.core.collective;

/**
 * A copy of the data that a rank sends, for a call that receives into the same memory. Each algorithm reads the data to
 * send and writes the received data in an order of its own. With the copy every algorithm has the same result as with
 * separate buffers. The copy's memory is kept for later calls.
 */
final class Snapshot {
    private final WorkArrays arrays = new WorkArrays();
    private final Region original = new Region();

    /**
     * Binds a region to the copy instead of the program's buffer.
     *
     * @param operands whether items must lie as in the program's buffer
     */
    void bind(Region sent, boolean operands) {
        original.bind(sent);
        if (!sent.pack()) {
            arrays.bind(sent, original.bytes(), original, operands);
        }
        if (original.isInPlace()) {
            sent.noteInPlace();
        }
    }

    /** Binds a region to memory for data that the program already has elsewhere. Nobody reads this memory. */
    void bindUnused(Region received, long bytes, Region sent) {
        arrays.bind(received, bytes, sent, false);
    }

    boolean isBound() {
        return original.isBound();
    }

    /** Copies the contents of the program's buffer. */
    void take(Region sent) {
        original.snapshot(sent);
    }

    void clear() {
        original.clear();
    }
}
