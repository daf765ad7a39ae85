package mpj.engine.packet;

import mpj.engine.Failure;
import mpj.engine.Operation;

/**
 * What has to leave for one destination, and waits in that destination's queue while its channel is full: a message, or
 * any other work that sends packets in turn with messages. {@link Backlog} pushes it. Called with the engine's lock
 * held.
 */
abstract class Outbound extends Operation {
    /**
     * True while it is in its destination's queue, or being pushed. An answer that comes meanwhile, as it does over the
     * loopback, then need not queue it.
     */
    boolean pushing;

    /** Where it goes. */
    abstract Destination destination();

    /** The context of its packets. */
    abstract int context();

    /** Tells one start of it from any other. */
    abstract long number();

    /** Fails it because of a lost rank, unless the destination has begun its part. */
    abstract void giveUp(Failure failure);

    /** Sends as much as may leave now; false if the channel is full before that. */
    abstract boolean push();

    /** How far it has come; a caller compares this with an earlier result to see whether anything has moved. */
    abstract long progress();

    /** Whether nothing is left to be done. */
    abstract boolean isFinished();

    /** It is over, whatever became of it; who calls this completes it. */
    abstract void end();
}
