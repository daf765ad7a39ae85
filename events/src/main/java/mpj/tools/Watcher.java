package mpj.tools;

/**
 * Is told what one rank does. Every method does nothing unless it is overridden.
 *
 * <p>Calls are told by the thread that makes them, several at a time if the program has several threads. All else is
 * told by whichever thread makes progress, while it holds the rank's lock: one at a time, and what is told there must
 * not call MPI. A watcher must not throw; one that does is told no more, and the job goes on.
 */
public interface Watcher {
    /**
     * A call begins.
     *
     * @param call what it is
     * @return what {@link #after} is given; may be null
     */
    default Object before(Call call) {
        return null;
    }

    /**
     * A call returns, or throws.
     *
     * @param call what it is; valid until this method returns
     * @param before what {@link #before} has returned
     */
    default void after(Call call, Object before) {
    }

    /**
     * The first packet of a message has left.
     *
     * @param message the peer is its receiver
     */
    default void sent(Message message) {
    }

    /**
     * A receive is posted, since no message is there for it.
     *
     * @param peer the source's rank in the job, or -1 for any
     * @param context the communicator's
     * @param tag the tag, or -1 for any
     * @param capacity how many bytes the message may have; for objects, how many objects
     */
    default void posted(int peer, int context, int tag, long capacity) {
    }

    /**
     * The first packet of a message is here.
     *
     * @param message the peer is its sender
     * @param unexpected whether no receive is posted for it
     */
    default void arrived(Message message, boolean unexpected) {
    }

    /**
     * A message and its receive have met. If the message is not {@code unexpected}, this comes before {@link #arrived}.
     *
     * @param message the peer is its sender
     * @param unexpected whether the message was there first
     * @param waited for how many nanoseconds it then was
     */
    default void matched(Message message, boolean unexpected, long waited) {
    }

    /**
     * A channel was opened.
     *
     * @param peer to this rank
     * @param transport its name
     * @param nanoseconds how long that took
     */
    default void channelOpened(int peer, String transport, long nanoseconds) {
    }

    /**
     * A channel that was full has taken a packet again.
     *
     * @param peer to this rank
     * @param transport its name
     * @param bytes the size of that packet's payload
     * @param nanoseconds how long the channel was full
     */
    default void backPressure(int peer, String transport, long bytes, long nanoseconds) {
    }

    /**
     * Memory was registered with a device.
     *
     * @param transport its name
     * @param bytes how much
     * @param nanoseconds how long that took
     * @param refused whether it could not be registered
     */
    default void registered(String transport, long bytes, long nanoseconds, boolean refused) {
    }

    /**
     * A part of a collective call is over. Of a blocking call it is told by the thread that calls. The exchange of one
     * that does not block, or of a start of a persistent one, is told by whichever thread makes progress, while it
     * holds the rank's lock.
     *
     * @param call the call; if it does not block, without a site and a duration
     * @param phase {@code prepare} or {@code exchange}; parts of the exchange are {@code pack} and {@code unpack}, if
     *     elements are copied before and after
     * @param nanoseconds how long it took
     */
    default void phase(Call call, String phase, long nanoseconds) {
    }

    /**
     * A rank is lost to this one.
     *
     * @param peer that rank
     * @param cause how
     */
    default void lost(int peer, String cause) {
    }

    /** MPI.Finalize is at its end; nothing more is told. */
    default void close() {
    }
}
