package mpj.engine.packet;

import java.util.Arrays;
import mpj.engine.CollectiveMessages;
import mpj.engine.Completion;
import mpj.engine.EngineException;
import mpj.engine.Explanation;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;
import mpjbuf.layout.ElementType;

/**
 * The messages of a collective, in packets. Allocates nothing: receives are used again, and a send that leaves at once
 * needs no object.
 */
final class CollectivePackets extends CollectiveMessages {
    private final EngineLock lock;
    private final Destinations destinations;
    private final Sending sending;
    private final Receiving receiving;
    private final LostRanks lostRanks;
    private final Progress progress;
    private final int context;
    /** Or null. */
    private final Questions inquiry;
    private final Awaited awaited = new Awaited();
    private int tag;
    private Receive[] receives = {};
    /** The operation under way for each number: the receive of that number, a send, or null. */
    private Operation[] pending = {};

    CollectivePackets(EngineLock lock, Destinations destinations, Sending sending, Receiving receiving,
                       LostRanks lostRanks, Progress progress, int context, Questions inquiry) {
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
            return operation.reached() || inquiry.isPointless(operation.peer()) && operation.isUnmatched();
        }

        @Override
        public void explain(Explanation explanation) {
            operation.explain(explanation);
        }

        @Override
        public void unreachedAfterSleep() {
            inquiry.waited(operation.peer(), 0);
        }
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public void acquire() {
        progress.acquire();
        lock.stay();
    }

    @Override
    public boolean isHeldByMe() {
        return lock.isHeldByMe();
    }

    @Override
    public void release() {
        progress.release();
    }

    @Override
    public void stepAside() {
        progress.stepAside();
    }

    @Override
    public void stepBack() {
        progress.stepBack();
        lock.stay();
    }

    @Override
    public void begin(int requests, int newTag) {
        tag = newTag;
        if (pending.length < requests) {
            pending = Arrays.copyOf(pending, requests);
            receives = Arrays.copyOf(receives, requests);
        }
    }

    @Override
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

    @Override
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

    @Override
    public boolean completed(int request) {
        Operation operation = pending[request];
        return operation == null || operation.done();
    }

    @Override
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

    @Override
    public void drain() {
        assert lock.isHeldByMe();
        progress.drain();
    }

    @Override
    public Operation take(int request) {
        Operation operation = pending[request];
        pending[request] = null;
        if (operation instanceof Send) {
            sending.keep((Send) operation);
        }
        return operation;
    }

    @Override
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
