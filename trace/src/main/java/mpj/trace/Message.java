package mpj.trace;

/**
 * The times of a message, from the recordings of its sender and its receiver. A time is {@link #NEVER} if nobody
 * recorded it.
 */
final class Message {
    static final long NEVER = Long.MIN_VALUE;

    final int sender;
    final int receiver;
    int context;
    int tag;
    long bytes;
    long sent = NEVER;
    long arrived = NEVER;
    long matched = NEVER;
    boolean unexpected;
    boolean rendezvous;

    Message(int sender, int receiver) {
        this.sender = sender;
        this.receiver = receiver;
    }

    /** The time at which the receiver first knew of the message. */
    long received() {
        return arrived == NEVER ? matched : arrived;
    }

    boolean isComplete() {
        return sent != NEVER && received() != NEVER;
    }
}
