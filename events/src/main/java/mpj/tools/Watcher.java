package mpj.tools;

/**
 * Is told what one rank does. Every method does nothing unless it is overridden.
 *
 * <p>The thread that makes a call reports it, so calls are reported by several threads at once if the program has
 * several. Everything else is reported by the thread that makes progress at the time, while it holds the rank's lock.
 * Such reports come one at a time, and their methods must not call MPI. A watcher must not throw. A watcher that throws
 * is told nothing more, and the job goes on.
 */
public interface Watcher {
    /**
     * A call begins.
     *
     * @param call the call
     * @return an object that is passed to {@link #after}; may be null
     */
    default Object before(Call call) {
        return null;
    }

    /**
     * A call returns or throws.
     *
     * @param call the call; valid until this method returns
     * @param before the object that {@link #before} returned
     */
    default void after(Call call, Object before) {
    }

    /**
     * The first packet of a message has left.
     *
     * @param message the message; its peer is the receiver
     */
    default void sent(Message message) {
    }

    /**
     * A receive is posted, because no message is there for it.
     *
     * @param context the communicator's number
     * @param peer the source's rank in the job, or -1 for any source
     * @param tag the tag, or -1 for any tag
     * @param capacity the largest size of the message in bytes; for objects, the largest number of objects
     */
    default void posted(int context, int peer, int tag, long capacity) {
    }

    /**
     * The first packet of a message has arrived.
     *
     * @param message the message; its peer is the sender
     * @param unexpected whether no receive is posted for it
     */
    default void arrived(Message message, boolean unexpected) {
    }

    /**
     * A message and its receive have been matched. If the message is not {@code unexpected}, this comes before
     * {@link #arrived}.
     *
     * @param message the message; its peer is the sender
     * @param unexpected whether the message was there before the receive
     * @param waited the time that an unexpected message has waited, in nanoseconds
     */
    default void matched(Message message, boolean unexpected, long waited) {
    }

    /**
     * A channel was opened.
     *
     * @param peer the rank to which the channel leads
     * @param transport the transport's name
     * @param nanoseconds the time that this took
     */
    default void channelOpened(int peer, String transport, long nanoseconds) {
    }

    /**
     * A channel that was full has taken a packet again.
     *
     * @param peer the rank to which the channel leads
     * @param transport the transport's name
     * @param bytes the size of that packet's payload
     * @param nanoseconds the time that the channel was full
     */
    default void backPressure(int peer, String transport, long bytes, long nanoseconds) {
    }

    /**
     * Memory was registered with a device.
     *
     * @param transport the transport's name
     * @param bytes the size of the memory
     * @param nanoseconds the time that this took
     * @param refused whether the memory could not be registered
     */
    default void registered(String transport, long bytes, long nanoseconds, boolean refused) {
    }

    /**
     * A part of a collective call has ended. For a blocking call, the thread that calls reports this. The exchange of a
     * non-blocking call, or of a start of a persistent one, is reported by the thread that makes progress at the time,
     * while it holds the rank's lock.
     *
     * @param call the call; if it does not block, it has no site and no duration
     * @param phase {@code prepare} or {@code exchange}; if elements are copied before and after the exchange,
     *     {@code pack} and {@code unpack} are parts of it
     * @param nanoseconds the time that the part took
     */
    default void phase(Call call, String phase, long nanoseconds) {
    }

    /**
     * A rank is lost to this rank.
     *
     * @param peer the lost rank
     * @param cause how it was lost
     */
    default void lost(int peer, String cause) {
    }

    /** MPI.Finalize is at its end. Nothing more is reported. */
    default void close() {
    }
}
