package mpj.trace;

/**
 * A message's life, put together from what its sender and its receiver recorded. A time is {@link #NEVER} when nobody
 * recorded it. {@link MessageLog} fills it in.
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

    /** When the receiver first knew of it. */
    long received() {
        return arrived == NEVER ? matched : arrived;
    }

    boolean isComplete() {
        return sent != NEVER && received() != NEVER;
    }
}
