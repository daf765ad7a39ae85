package mpj.transport.verbs;

/**
 * The fields of a work request's id ({@code wr_id}): 8 bits of kind, 32 bits of the peer's index, 24 bits of a place.
 */
final class Work {
    /** A packet is received. The place is its buffer. */
    static final int RECEIVE = 1;
    /** A packet is sent from a buffer. The place is that buffer. */
    static final int SEND = 2;
    /** A packet or a word is sent that needs no buffer. */
    static final int INLINE = 3;
    /** A peer's memory is read. The place is that of the read. */
    static final int READ = 4;
    /** The peer is asked whether it is alive. */
    static final int PROBE = 5;
    /** The last word to a peer. */
    static final int GOODBYE = 6;
    static final int SETUP_RECEIVE = 7;
    static final int SETUP_SEND = 8;
    /** The peer's count of packets for its ring is read. */
    static final int COUNT = 9;

    /** A peer's memory is written. The read behind it reports its end. */
    static final int WRITE = 10;

    private static final int KIND_SHIFT = 56;
    private static final int PEER_SHIFT = 24;
    private static final int PLACE_MASK = (1 << PEER_SHIFT) - 1;

    private Work() {
    }

    static long id(int kind, int peer, int place) {
        return (long) kind << KIND_SHIFT | (long) peer << PEER_SHIFT | place;
    }

    static int kind(long id) {
        return (int) (id >>> KIND_SHIFT);
    }

    static int peer(long id) {
        return (int) (id >>> PEER_SHIFT);
    }

    static int place(long id) {
        return (int) id & PLACE_MASK;
    }

    /** Describes the work in error messages. */
    static String describe(int kind) {
        return switch (kind) {
            case RECEIVE -> "receiving from";
            case READ, COUNT -> "reading the memory of";
            case WRITE -> "writing the memory of";
            case PROBE -> "asking after";
            default -> "sending to";
        };
    }
}
