package mpj.engine.packet;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import mpj.collectives.Steps;
import mpj.engine.Completion;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Explanation;
import mpj.engine.Failure;
import mpj.engine.RoomLayout;
import mpj.engine.SharedRooms;
import mpj.engine.wait.AdaptiveSpinning;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;

/**
 * The shared memory of a communicator. A rank posts how far it has come, by release stores into its own room there.
 *
 * <p><b>Order.</b> A rank writes elements and then posts, with a release store. A rank that sees the post, by an
 * acquire load, also sees the elements. A rank also posts after it has read another rank's elements, at the latest in
 * the next collective. The release keeps these reads before the post. So a rank that sees this post may write over the
 * elements. A rank that is late therefore finds in a room the elements that it waits for, and never those of the
 * collective after the next.
 */
final class PostedRooms extends SharedRooms {
    private static final VarHandle LONGS = JAVA_LONG.varHandle();
    private static final VarHandle INTS = JAVA_INT.varHandle();
    /** Before the first post of a collective. As an awaited stage: the peer no longer reads this rank's room. */
    private static final int ROOM_FREE = 0;
    private static final int STAGE_BITS = 24;
    private static final int CLASS_AT = 16;
    private static final int STAGE_AT = 32;
    /** The bits of a rank: enough for {@link #MOST_RANKS}. */
    private static final int CULPRIT_MASK = 0xFFFF;
    private static final int CLASS_MASK = 0xFF;

    private final EngineLock lock;
    private final SharedMemory.Attachment attachment;
    private final MemorySegment memory;
    private final long roomBytes;
    private final OpenTransports transports;
    /** By member; null for those that were not woken yet. */
    private final Doorbell[] doorbells;
    private final LostRanks lostRanks;
    private final Progress progress;
    private final int context;
    private final int[] members;
    private final int rank;
    private final Questions inquiry;
    private final Awaited awaited = new Awaited();

    private final AdaptiveSpinning spinning = new AdaptiveSpinning();

    private long collective;
    /** The last collective that all ranks are known to have begun. */
    private long begunByAll;
    private long half;
    private long otherHalf;
    private long call;
    private int source;
    private int stage;
    private long refusal;

    PostedRooms(EngineLock lock, SharedMemory.Attachment attachment, OpenTransports transports, LostRanks lostRanks,
                Progress progress, int context, int[] members, int rank, Questions inquiry) {
        this.lock = lock;
        this.attachment = attachment;
        memory = attachment.memory();
        roomBytes = RoomLayout.roomIn(memory.byteSize(), members.length);
        this.transports = transports;
        doorbells = new Doorbell[members.length];
        this.lostRanks = lostRanks;
        this.progress = progress;
        this.context = context;
        this.members = members;
        this.rank = rank;
        this.inquiry = inquiry;
    }

    @Override
    public long roomBytes() {
        return roomBytes;
    }

    @Override
    public void close() {
        attachment.close();
    }

    /** A wait for a post. A post is not a packet, so a thread that is about to sleep must look for it itself. */
    private final class Awaited implements Completion {
        private static final int LOOKS_BEFORE_SLEEP = 4;

        private int peer;
        private int stage;

        @Override
        public boolean reached() {
            return posted(peer, stage) || inquiry.isPointless(members[peer])
                || lostRanks.any() && lostRanks.preventingCollective(context, members[peer]) != null;
        }

        @Override
        public boolean isPost() {
            return true;
        }

        /**
         * Looks for the post before the thread sleeps. The peer posts and then looks for sleepers; this rank says that
         * it sleeps and then looks for the post. It is certain that one of the two sees the other only if the peer has
         * a full fence between its two steps, and every post would pay for that fence. Instead this rank looks several
         * times, and yields in between. That takes far longer than a store needs to become visible. If this rank still
         * misses the post, it loses little: a sleep is short, or at least short compared to the wait that it belongs
         * to.
         */
        @Override
        public boolean reachedBeforeSleep() {
            INTS.setOpaque(memory, awaitedAt(rank), peer + 1);
            INTS.getAndAdd(memory, RoomLayout.SLEEPERS_AT, 1);
            for (int i = 0; i < LOOKS_BEFORE_SLEEP; i++) {
                if (posted(peer, stage)) {
                    return true;
                }
                Thread.yield();
            }
            return false;
        }

        @Override
        public void explain(Explanation explanation) {
            explanation.collective(context, members[peer]);
        }

        @Override
        public void slept() {
            INTS.setOpaque(memory, awaitedAt(rank), 0);
            INTS.getAndAdd(memory, RoomLayout.SLEEPERS_AT, -1);
        }

        @Override
        public void unreachedAfterSleep() {
            inquiry.waited(members[peer], stage);
        }
    }

    /**
     * If all data come from one rank, that rank waits for nobody, and its posts come soon if it has a core. But where
     * ranks share cores, the ranks that wait for it may keep handing their cores to each other, and none to it. So
     * these waits learn how long to poll before they yield ({@link AdaptiveSpinning}).
     */
    @Override
    public void begin(long what, int from) {
        assert lock.isHeldByMe();
        if (lostRanks.any()) {
            lostRanks.checkCollective(context);
        }
        next();
        call = what;
        source = from;
        stage = ROOM_FREE;
        refusal = 0;
    }

    private void next() {
        collective++;
        half = RoomLayout.halfAt(members.length, roomBytes, collective);
        otherHalf = RoomLayout.halfAt(members.length, roomBytes, collective + 1);
    }

    /**
     * Other ranks may still read the room, so this writes only the one word of the room that is meant for this purpose.
     */
    @Override
    public void pass(long what) {
        assert lock.isHeldByMe();
        next();
        long at = RoomLayout.callWithoutPost(rank, collective);
        LONGS.setOpaque(memory, at, UNKNOWN);
        VarHandle.storeStoreFence(); // the old number goes first: a reader looks at it before and after the call
        LONGS.setOpaque(memory, at + Long.BYTES, what);
        LONGS.setRelease(memory, at, collective);
        LONGS.setRelease(memory, room(half, rank) + RoomLayout.PASSED, collective << STAGE_BITS | Steps.ENDED);
        wakeSleepers();
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public long elementsAt() {
        return half + RoomLayout.ELEMENTS;
    }

    private long room(long ofHalf, int peer) {
        return ofHalf + peer * roomBytes;
    }

    @Override
    public void post(int newStage) {
        assert lock.isHeldByMe();
        long room = room(half, rank);
        stage = newStage;
        memory.set(JAVA_LONG, room + RoomLayout.CALL, call);
        memory.set(JAVA_LONG, room + RoomLayout.REFUSAL, refusal);
        LONGS.setRelease(memory, room + RoomLayout.POST, collective << STAGE_BITS | newStage);
        wakeSleepers();
    }

    /** Acquire: if this sees a rank that sleeps, it also sees for whom that rank waits. */
    private void wakeSleepers() {
        if ((int) INTS.getAcquire(memory, RoomLayout.SLEEPERS_AT) != 0) {
            wakeThoseThatWaitForThis();
        }
    }

    private void wakeThoseThatWaitForThis() {
        for (int member = 0; member < members.length; member++) {
            if ((int) INTS.getOpaque(memory, awaitedAt(member)) == rank + 1 && !lostRanks.contains(members[member])) {
                wake(member);
            }
        }
    }

    private void wake(int member) {
        if (doorbells[member] == null) {
            try {
                doorbells[member] = transports.doorbell(members[member]);
            } catch (EngineException | TransportException _) {
                return; // that rank is lost, or it sleeps a little longer: its sleep has an end of its own
            }
        }
        doorbells[member].ring();
    }

    private long awaitedAt(int member) {
        return RoomLayout.awaitedAt(members.length, member);
    }

    /**
     * A rank that fails before its first post of the collective may not have waited for its room. It does so now: other
     * ranks may still need the post that lies there. It does not wait if it has learnt that the calls of the ranks
     * differ, because then a rank may never come.
     */
    @Override
    public void refuse(ErrorClass error, int culprit) {
        assert lock.isHeldByMe();
        if (refusal == 0) {
            if (stage == ROOM_FREE) {
                awaitRoomFree();
            }
            refusal = (stage + 1L) << STAGE_AT | (long) error.code() << CLASS_AT | culprit;
        }
    }

    @Override
    public void end() {
        if (stage != Steps.ENDED) {
            post(Steps.ENDED);
        }
    }

    @Override
    public boolean isRoomFree() {
        if (begunByAll == collective - 1) {
            return true;
        }
        for (int i = 1; i < members.length; i++) {
            if (!posted(around(i), ROOM_FREE)) {
                return false;
            }
        }
        return true;
    }

    /** Each rank begins with the rank after itself, so that they do not all read the same line at once. */
    private int around(int distance) {
        int peer = rank + distance;
        return peer < members.length ? peer : peer - members.length;
    }

    @Override
    public Failure awaitRoomFree() {
        if (begunByAll == collective - 1) {
            return null;
        }
        Failure failure = null;
        for (int i = 1; i < members.length && failure == null; i++) {
            failure = await(around(i), ROOM_FREE);
        }
        return failure;
    }

    /**
     * A rank that has begun a collective no longer reads anything of the one before, whose half the next one uses. A
     * rank learns of the others' begin by acquire loads, directly or through ranks that have learnt of it in this way,
     * so their reads come before anything that this rank writes from now on.
     */
    @Override
    public void allHaveBegun() {
        begunByAll = collective;
    }

    @Override
    public boolean posted(int peer, int wanted) {
        if (wanted != ROOM_FREE) {
            return hasReached(half, peer, collective << STAGE_BITS | wanted);
        }
        // The peer no longer reads this rank's room in two cases: it has ended the collective before the last, which
        // used this half; or it has begun the last collective, which used the other half.
        return hasReached(half, peer, collective - 2 << STAGE_BITS | Steps.ENDED)
            || hasReached(otherHalf, peer, collective - 1 << STAGE_BITS);
    }

    private boolean hasReached(long ofHalf, int peer, long wanted) {
        return isPosted(ofHalf, peer, wanted) || reaches(ofHalf, peer, RoomLayout.PASSED, wanted);
    }

    private boolean isPosted(long ofHalf, int peer, long wanted) {
        return reaches(ofHalf, peer, RoomLayout.POST, wanted);
    }

    /** Compares by the difference, because the numbers of collectives wrap around. */
    private boolean reaches(long ofHalf, int peer, long word, long wanted) {
        return (long) LONGS.getAcquire(memory, room(ofHalf, peer) + word) - wanted >= 0;
    }

    @Override
    public Failure await(int peer, int wanted) {
        assert lock.isHeldByMe();
        for (int looks = progress.looks(); looks > 0; looks--) {
            if (posted(peer, wanted)) {
                return null;
            }
        }
        awaited.peer = peer;
        awaited.stage = wanted;
        if (peer == source) {
            progress.await(awaited, spinning, collective);
        } else {
            progress.await(awaited);
        }
        if (posted(peer, wanted)) {
            return null;
        }
        Failure lost = lostRanks.preventingCollective(context, members[peer]);
        if (lost != null) {
            throw new EngineException(lost);
        }
        return inquiry.failure();
    }

    @Override
    public void note(long at, long number) {
        memory.set(JAVA_LONG, elementsAt() + at, number);
    }

    @Override
    public long noted(long at) {
        return memory.get(JAVA_LONG, elementsAt() + at);
    }

    @Override
    public boolean isAside(int peer) {
        return !isPosted(half, peer, collective << STAGE_BITS | 1);
    }

    @Override
    public long callWithoutPost(int peer) {
        long at = RoomLayout.callWithoutPost(peer, collective);
        if ((long) LONGS.getAcquire(memory, at) != collective) {
            return UNKNOWN;
        }
        long theirs = (long) LONGS.getAcquire(memory, at + Long.BYTES);
        return (long) LONGS.getAcquire(memory, at) == collective ? theirs : UNKNOWN;
    }

    @Override
    public long call(int peer) {
        return memory.get(JAVA_LONG, room(half, peer) + RoomLayout.CALL);
    }

    @Override
    public Failure refusal(int peer, int ofStage) {
        long word = memory.get(JAVA_LONG, room(half, peer) + RoomLayout.REFUSAL);
        return word == 0 || ofStage < word >>> STAGE_AT ? null
            : Failure.refusal(ErrorClass.of((int) (word >>> CLASS_AT) & CLASS_MASK), (int) word & CULPRIT_MASK);
    }
}
