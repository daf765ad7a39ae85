package mpj.engine.packet;

import mpj.engine.Failure;
import mpj.engine.Operation;

/**
 * A message that has to leave for one destination, or any other work that sends packets in turn with messages. It waits
 * in the queue of its destination while the channel is full, and {@link Backlog} pushes it. Called with the engine's
 * lock held.
 */
abstract class Outbound extends Operation {
    /**
     * True while this work is in its destination's queue, or is being pushed. If an answer comes meanwhile, as happens
     * over the loopback, the answer need not queue the work.
     */
    boolean pushing;

    /** The destination that this work goes to. */
    abstract Destination destination();

    /** The context of the packets of this work. */
    abstract int context();

    /** A number that tells one start of this work from any other. */
    abstract long number();

    /** Fails this work because of a lost rank, unless the destination has begun its part of it. */
    abstract void giveUp(Failure failure);

    /** Sends as much as may leave now. False if the channel is full before all of that has left. */
    abstract boolean push();

    /** How far this work has come. A caller compares this with an earlier result to see whether anything has moved. */
    abstract long progress();

    /** Whether nothing is left to do. */
    abstract boolean isFinished();

    /** Ends this work, whether it has succeeded or not. The caller then completes the operation. */
    abstract void end();
}
