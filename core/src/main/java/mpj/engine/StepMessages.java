package mpj.engine;

import mpjbuf.layout.ElementType;

/**
 * Sends and receives that the steps of a {@link SteppedOperation} start. All methods are called with the engine's lock
 * held, so none of them waits. These messages travel in packets, even if a C library carries the messages of the
 * program.
 */
public abstract class StepMessages {
    /**
     * Starts a send; see {@link Engine#startSend}.
     *
     * @throws EngineException when the receiver is lost
     */
    public abstract Operation send(Object buffer, ElementType type, long from, long bytes, long header, int context,
                                   int destination, int tag);

    /** Posts a receive; see {@link Engine#startReceive}. */
    public abstract Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity,
                                    int context, int source, int tag);

    /**
     * Completes an operation.
     *
     * @param failure why the operation fails; null if it does not
     */
    public abstract void complete(ExternalOperation operation, Failure failure);
}
