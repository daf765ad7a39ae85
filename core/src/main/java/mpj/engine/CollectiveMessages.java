package mpj.engine;

import java.util.Arrays;
import mpjbuf.layout.ElementType;

/**
 * The messages of one collective operation at a time. The operation's schedule numbers them. Nothing is allocated: the
 * receives are used again and again, and a send that leaves at once needs no object.
 *
 * <p>Every method but {@link #context}, {@link #begin} and {@link #enter} is called with the engine's lock held.
 */
public final class CollectiveMessages {
    private final EngineLock lock;
    private final Destinations destinations;
    private final Sending sending;
    private final Receiving receiving;
    private final LostRanks lostRanks;
    private final Progress progress;
    private final int context;
    /** Or null. */
    private final Inquiry inquiry;
    private final Awaited awaited = new Awaited();
    private int tag;
    private Receive[] receives = {};
    /** By number, what is under way: the receive of that number, a send, or null. */
    private Operation[] pending = {};

    CollectiveMessages(EngineLock lock, Destinations destinations, Sending sending, Receiving receiving,
                       LostRanks lostRanks, Progress progress, int context, Inquiry inquiry) {
        this.lock = lock;
        this.destinations = destinations;
        this.sending = sending;
        this.receiving = receiving;
        this.lostRanks = lostRanks;
        this.progress = progress;
        this.context = context;
        this.inquiry = inquiry;
    }

    /** Waits for a message, until it comes or the other rank says that it never will. */
    private final class Awaited implements Completion {
        private Operation operation;

        @Override
        public boolean reached() {
            return operation.reached() || inquiry.isHopeless(operation.peer()) && operation.isUnmatched();
        }

        @Override
        public void explain(Explanation explanation) {
            operation.explain(explanation);
        }

        @Override
        public void sleptInVain() {
            inquiry.waited(operation.peer(), 0);
        }
    }

    /** The context of the messages. */
    public int context() {
        return context;
    }

    /** Takes the engine's lock. */
    public void enter() {
        lock.acquire();
        lock.stay();
    }

    /** Whether the calling thread has the engine's lock. To be asked by assertions only. */
    public boolean isEntered() {
        return lock.isHeldByMe();
    }

    /** Gives the engine's lock back. */
    public void leave() {
        progress.release();
    }

    /** Gives the lock to others for a while, within the operation. */
    public void letOthersIn() {
        progress.stepAside();
    }

    /** Takes it back. */
    public void comeBack() {
        progress.stepBack();
        lock.stay();
    }

    /**
     * Begins an operation; none is under way, so this needs no lock.
     *
     * @param requests the number of sends and receives that may be under way at once
     * @param newTag of its messages
     */
    public void begin(int requests, int newTag) {
        tag = newTag;
        if (pending.length < requests) {
            pending = Arrays.copyOf(pending, requests);
            receives = Arrays.copyOf(receives, requests);
        }
    }

    /** Starts a send; see {@link Engine#send}. */
    public void send(int request, Object buffer, ElementType type, long from, long bytes, long header,
                     int destination) {
        assert lock.isHeldByMe();
        if (lostRanks.any()) {
            lostRanks.checkCollective(context);
        }
        Destination to = destinations.to(destination);
        pending[request] = sending.atOnce(to, buffer, type, from, bytes, header, context, tag) ? null
            : sending.eagerly(to, buffer, type, from, bytes, header, context, tag);
    }

    /** Starts a receive; see {@link Engine#receive}. */
    public void receive(int request, Object buffer, ElementType type, int typeCode, long from, long capacity,
                        int source) {
        assert lock.isHeldByMe();
        Receive receive = receives[request];
        if (receive == null) {
            receive = new Receive(receiving, null);
            receives[request] = receive;
        }
        if (lostRanks.any()) {
            progress.poll();
        }
        pending[request] = receive;
        receiving.post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
    }

    /** Whether a send or receive is done. */
    public boolean completed(int request) {
        Operation operation = pending[request];
        return operation == null || operation.done();
    }

    /**
     * Waits until a send or receive is done.
     *
     * @throws EngineException when the other rank was asked, and will not do its part
     */
    public void await(int request) {
        assert lock.isHeldByMe();
        Operation operation = pending[request];
        if (operation == null || operation.done()) {
            return;
        }
        if (inquiry == null) {
            progress.await(operation);
            return;
        }
        awaited.operation = operation;
        progress.await(awaited);
        if (!operation.done()) {
            throw new EngineException(inquiry.failure());
        }
    }

    /** Waits until what was sent has left; see {@link Progress#drain()}. */
    public void drain() {
        assert lock.isHeldByMe();
        progress.drain();
    }

    /**
     * Returns a send or receive that is done, and forgets it. The result is valid until the next one starts. It is null
     * if there is no object to return.
     */
    public Operation take(int request) {
        Operation operation = pending[request];
        pending[request] = null;
        if (operation instanceof Send) {
            sending.keep((Send) operation);
        }
        return operation;
    }

    /** Gives up what is under way, after an error after which the operation cannot go on. */
    public void abandon() {
        assert lock.isHeldByMe();
        for (int i = 0; i < pending.length; i++) {
            Operation operation = pending[i];
            pending[i] = null;
            if (operation != null && !operation.done() && !operation.giveUp()) {
                receives[i] = null;
            }
        }
    }
}
