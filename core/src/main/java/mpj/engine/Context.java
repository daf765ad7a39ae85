package mpj.engine;

/**
 * Keeps the messages of a communicator apart from the messages of all others. A communicator has messages of several
 * kinds. Each kind has a number of its own, which packets carry in their envelope.
 *
 * @param id a number below {@link #IDS}, which is the same on all ranks of the communicator
 */
public record Context(int id) {
    /** The number of contexts: an envelope has 24 bits for the number of messages. */
    public static final int IDS = 1 << 22;

    private static final int KINDS = 4;
    private static final int COLLECTIVE = 1;
    private static final int AGREEMENT = 2;
    private static final int WINDOW = 3;

    /** The context to which this number belongs. */
    public static Context of(int number) {
        return new Context(number / KINDS);
    }

    /** Whether messages of this number are point to point. */
    public static boolean isPointToPoint(int number) {
        return number % KINDS == 0;
    }

    /** Whether messages of this number are those of one-sided communication. */
    public static boolean isWindow(int number) {
        return number % KINDS == WINDOW;
    }

    /** The number of point-to-point messages. */
    public int pointToPoint() {
        return id * KINDS;
    }

    /** The number of the messages of collective operations. */
    public int collective() {
        return id * KINDS + COLLECTIVE;
    }

    /** The number of the messages of agreements, which go on even if a member is lost. */
    public int agreement() {
        return id * KINDS + AGREEMENT;
    }

    /** The number of the messages of one-sided communication. */
    public int window() {
        return id * KINDS + WINDOW;
    }

    /** Whether a number belongs to this context. */
    public boolean has(int number) {
        return number / KINDS == id;
    }

    // Every rank hashes a context during Init. A record's own methods are made when they are first called, as classes,
    // and that costs a rank several milliseconds.

    @Override
    public boolean equals(Object other) {
        return other instanceof Context context && context.id == id;
    }

    @Override
    public int hashCode() {
        return id;
    }
}
