package mpj.core.window;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import mpj.core.error.LiveEngine;
import mpj.engine.EngineException;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Post, start, complete and wait, and a barrier, carried out by empty messages between the members of groups. Each
 * post, and each end of an access, is one message from one rank to another. The messages of one rank arrive in the
 * order of its calls.
 *
 * <p>No call waits for a message that it sends. If the receiver is congested, even an empty message is over only when
 * the receiver has matched it, and the receiver may first wait for this rank.
 */
final class GroupSync {
    private static final int POST = 1;
    private static final int COMPLETE = 2;
    private static final int BARRIER = 3;
    /** Requests in the context of the window have no tag up to this one, other than {@link Request#TAG}. */
    static final int LAST_TAG = BARRIER;
    private static final byte[] NOTHING = {};
    private static final int[] NO_RANKS = {};

    private final LiveEngine live;
    private final int context;
    private final int[] members;
    private final int own;
    /** The messages that were not over when the call that sent them returned. */
    private final Queue<Operation> told = new ConcurrentLinkedQueue<>();
    /** The ranks of the posted group, and how many of them have completed. */
    private volatile int[] origins = NO_RANKS;
    private volatile int complete;

    /**
     * @param context the context of the messages
     * @param members the rank in the job of each rank of the window
     * @param own this process's rank among them
     */
    GroupSync(LiveEngine live, int context, int[] members, int own) {
        this.own = own;
        this.live = live;
        this.context = context;
        this.members = members;
    }

    void post(int[] ranks) {
        origins = ranks;
        complete = 0;
        tell(ranks, POST);
    }

    void awaitPosts(int[] ranks) {
        for (int rank : ranks) {
            receive(rank, POST);
        }
    }

    void tellComplete(int[] ranks) {
        tell(ranks, COMPLETE);
    }

    /** Waits for all of the posted group. */
    void awaitComplete() {
        while (complete < origins.length) {
            receive(origins[complete], COMPLETE);
            complete++;
        }
    }

    /** Whether all of the posted group have completed; does not wait. */
    boolean isComplete() {
        while (complete < origins.length) {
            int rank = origins[complete];
            if (live.get().probe(context, members[rank], COMPLETE) == null) {
                return false;
            }
            receive(rank, COMPLETE);
            complete++;
        }
        return true;
    }

    /** A barrier by dissemination: after each round a rank knows of twice as many ranks. */
    void barrier() {
        int size = members.length;
        for (int distance = 1; distance < size; distance *= 2) {
            tell((own + distance) % size, BARRIER);
            receive((own - distance + size) % size, BARRIER);
        }
    }

    /** Waits until all messages are over. Called after a barrier: every rank enters it after it has received them. */
    void settle() {
        for (Operation each = told.poll(); each != null; each = told.poll()) {
            live.get().finish(each);
            if (each.hasFailed()) {
                throw new EngineException(each.failure());
            }
        }
    }

    /** Tells all ranks, even if one of them cannot be told. */
    private void tell(int[] ranks, int tag) {
        told.removeIf(Operation::done);
        FirstFailure failure = new FirstFailure();
        for (int rank : ranks) {
            failure.in(() -> tell(rank, tag));
        }
        failure.raise();
    }

    private void tell(int rank, int tag) {
        Operation send = live.get().startSend(NOTHING, ElementType.BYTE, 0, 0,
            SectionHeader.pack(ElementType.BYTE.code(), 0), context, members[rank], tag, false);
        if (!send.done()) {
            told.add(send);
        }
    }

    private void receive(int rank, int tag) {
        Receive receive = live.get().receive(NOTHING, ElementType.BYTE, ElementType.BYTE.code(), 0, 0, context,
            members[rank], tag);
        if (receive.hasFailed()) {
            throw new EngineException(receive.failure());
        }
    }
}
