package tycho.link;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes wait to be written, on all links together. A link counts them in steps: most frames are shorter than
 * one, and hardly any link has as much as that waiting. So the links seldom use the number that they share.
 * Thread-safe.
 */
final class Backlog {
    private static final int STEP_BITS = 13;

    private final AtomicLong steps = new AtomicLong();
    private final long most;

    /** @param mostBytes how many bytes there may be before {@link #free} is 0 */
    Backlog(long mostBytes) {
        most = mostBytes >> STEP_BITS;
    }

    /** A link has another number of bytes waiting than before. */
    void changed(long before, long after) {
        long change = (after >> STEP_BITS) - (before >> STEP_BITS);
        if (change != 0) {
            steps.addAndGet(change);
        }
    }

    /** How many more bytes there is room for; less than 0 if there are too many already. */
    long free() {
        return most - steps.get() << STEP_BITS;
    }
}
