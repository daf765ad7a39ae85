package mpj.engine;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import mpj.collectives.Steps;
import mpj.transport.spi.SharedMemory;

/**
 * Memory that all ranks of a communicator see, for the blocking collectives that go through it: posts, and waiting for
 * those of others. All is called with the engine's lock held.
 *
 * <p>Every rank takes a turn in every blocking collective, also one that goes by messages ({@link #pass}): so the ranks
 * stay in step whatever they call.
 *
 * <p><b>Order.</b> A rank writes elements and then posts with a release store; who sees the post by an acquire load
 * sees the elements. A rank reads another's elements and then posts, at the latest in the next collective; who sees
 * that post may write over them: the release keeps the reads ahead of it, too. So a rank that
 * is late finds in a room what it waits for, never what belongs to the collective after the next.
 */
public final class SharedRooms {
    /** The size of each rank's room. */
    public static final long ROOM_BYTES = RoomLayout.ROOM_BYTES;
    /** So many ranks share memory at most. */
    public static final int MOST_RANKS = 64;

    private static final VarHandle LONGS = JAVA_LONG.varHandle();
    private static final VarHandle INTS = JAVA_INT.varHandle();
    private static final int STAGE_BITS = 24;
    private static final int CLASS_AT = 16;
    private static final int STAGE_AT = 32;
    /** More than {@link #MOST_RANKS}. */
    private static final int CULPRIT_MASK = 0xFFFF;
    private static final int CLASS_MASK = 0xFF;

    private final EngineLock lock;
    private final SharedMemory.Attachment attachment;
    private final MemorySegment memory;
    private final Destinations destinations;
    private final LostRanks lostRanks;
    private final Progress progress;
    private final int context;
    private final int[] members;
    private final int rank;
    private final Inquiry inquiry;
    private final Awaited awaited = new Awaited();

    private final AdaptiveSpinning spinning = new AdaptiveSpinning();

    private long collective;
    private long half;
    private long otherHalf;
    private long call;
    private int source;
    private int stage;
    private long refusal;

    SharedRooms(EngineLock lock, SharedMemory.Attachment attachment, Destinations destinations, LostRanks lostRanks,
                Progress progress, int context, int[] members, int rank, Inquiry inquiry) {
        this.lock = lock;
        this.attachment = attachment;
        memory = attachment.memory();
        this.destinations = destinations;
        this.lostRanks = lostRanks;
        this.progress = progress;
        this.context = context;
        this.members = members;
        this.rank = rank;
        this.inquiry = inquiry;
    }

    /** How much memory so many ranks share. */
    public static long bytes(int ranks) {
        return RoomLayout.bytes(ranks);
    }

    /**
     * Gives the memory back: the communicator is freed. Other ranks may still be in its last collective, and go on. No
     * thread of this rank is in one; this one need not hold the engine's lock, which the others would wait for
     * meanwhile.
     */
    public void close() {
        attachment.close();
    }

    /** A post that a thread waits for. It is no packet, so a thread that is about to sleep must look for it itself. */
    private final class Awaited implements Completion {
        private static final int LOOKS_BEFORE_SLEEP = 4;

        private int peer;
        private int stage;

        @Override
        public boolean reached() {
            return posted(peer, stage) || inquiry.isHopeless(members[peer])
                || lostRanks.any() && lostRanks.preventingCollective(context, members[peer]) != null;
        }

        @Override
        public boolean isPost() {
            return true;
        }

        /**
         * The peer posts and then looks for sleepers; this rank says that it sleeps and then looks for the post. For
         * one of them to be sure to see the other, the peer would need a full fence in between, which every post would
         * pay for. Instead this rank looks several times, yielding in between, which takes far longer than a store
         * needs to become visible; and a sleep is short, or short beside the wait that it belongs to.
         */
        @Override
        public boolean reachedBeforeSleep() {
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
        public void slept() {
            INTS.getAndAdd(memory, RoomLayout.SLEEPERS_AT, -1);
            inquiry.waited(members[peer], stage);
        }
    }

    /**
     * Begins a collective.
     *
     * @param what this rank calls; see {@link #call(int)}
     * @param from the rank that all data come from, or a negative number: since it waits for nobody, what it posts
     *     comes soon, if only those that wait for it do not hand each other their cores at once and leave it without
     */
    public void begin(long what, int from) {
        assert lock.isHeldByMe();
        if (lostRanks.any()) {
            lostRanks.checkCollective(context);
        }
        next();
        call = what;
        source = from;
        stage = Steps.ROOM_FREE;
        refusal = 0;
    }

    private void next() {
        collective++;
        half = RoomLayout.halfAt(members.length, collective);
        otherHalf = RoomLayout.halfAt(members.length, collective + 1);
    }

    /**
     * In place of a collective: this rank goes through it without a post, since it goes by messages, or has no
     * elements. Others may still read the room, so nothing but a word for this is written to.
     */
    public void pass() {
        assert lock.isHeldByMe();
        next();
        LONGS.setRelease(memory, room(half, rank) + RoomLayout.PASSED, collective << STAGE_BITS | Steps.ENDED);
        wakeSleepers();
    }

    /** The memory that the elements go through. */
    public MemorySegment memory() {
        return memory;
    }

    /** Where in the memory the elements of the collective begin: those of rank 0, the next rank's a room further on. */
    public long elementsAt() {
        return half + RoomLayout.ELEMENTS;
    }

    private static long room(long ofHalf, int peer) {
        return ofHalf + peer * RoomLayout.ROOM_BYTES;
    }

    /** Says to all ranks that this one has come so far. */
    public void post(int newStage) {
        assert lock.isHeldByMe();
        long room = room(half, rank);
        stage = newStage;
        memory.set(JAVA_LONG, room + RoomLayout.CALL, call);
        memory.set(JAVA_LONG, room + RoomLayout.REFUSAL, refusal);
        LONGS.setRelease(memory, room + RoomLayout.POST, collective << STAGE_BITS | newStage);
        wakeSleepers();
    }

    private void wakeSleepers() {
        if ((int) INTS.getOpaque(memory, RoomLayout.SLEEPERS_AT) != 0) {
            wakeAll();
        }
    }

    private void wakeAll() {
        for (int member = 0; member < members.length; member++) {
            if (member != rank && !lostRanks.contains(members[member])) {
                destinations.to(members[member]).channel.wake();
            }
        }
    }

    /**
     * What this rank posts from now on comes without data.
     *
     * @param error why
     * @param culprit the rank whose error that is
     */
    public void refuse(ErrorClass error, int culprit) {
        assert lock.isHeldByMe();
        if (refusal == 0) {
            refusal = (stage + 1L) << STAGE_AT | (long) error.code() << CLASS_AT | culprit;
        }
    }

    /** Posts for the last time, unless this rank has done so. */
    public void end() {
        if (stage != Steps.ENDED) {
            post(Steps.ENDED);
        }
    }

    /** Whether a rank has come so far. */
    public boolean posted(int peer, int wanted) {
        if (wanted != Steps.ROOM_FREE) {
            return hasReached(half, peer, collective << STAGE_BITS | wanted);
        }
        // It has ended the collective before the last, in this half, or has begun the last one, in the other.
        return hasReached(half, peer, collective - 2 << STAGE_BITS | Steps.ENDED)
            || hasReached(otherHalf, peer, collective - 1 << STAGE_BITS);
    }

    private boolean hasReached(long ofHalf, int peer, long wanted) {
        return isPosted(ofHalf, peer, wanted) || reaches(ofHalf, peer, RoomLayout.PASSED, wanted);
    }

    private boolean isPosted(long ofHalf, int peer, long wanted) {
        return reaches(ofHalf, peer, RoomLayout.POST, wanted);
    }

    /** By their difference: the number of the collective comes round. */
    private boolean reaches(long ofHalf, int peer, long word, long wanted) {
        return (long) LONGS.getAcquire(memory, room(ofHalf, peer) + word) - wanted >= 0;
    }

    /**
     * Waits until a rank has come so far.
     *
     * @return null, or why it never will
     * @throws EngineException when a rank of the communicator is lost
     */
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

    /** Writes a number where elements are. */
    public void note(long at, long number) {
        memory.set(JAVA_LONG, elementsAt() + at, number);
    }

    /** A number that a rank has noted, which this rank has seen post since. */
    public long noted(long at) {
        return memory.get(JAVA_LONG, elementsAt() + at);
    }

    /** Whether a rank that has come so far goes another way in this collective, without posts. */
    public boolean isAside(int peer) {
        return !isPosted(half, peer, collective << STAGE_BITS | 1);
    }

    /** What a rank that has posted calls. */
    public long call(int peer) {
        return memory.get(JAVA_LONG, room(half, peer) + RoomLayout.CALL);
    }

    /** Why a rank that has posted a stage has no data to give with it, or null. */
    public Failure refusal(int peer, int ofStage) {
        long word = memory.get(JAVA_LONG, room(half, peer) + RoomLayout.REFUSAL);
        return word == 0 || ofStage < word >>> STAGE_AT ? null
            : Failure.refusal(ErrorClass.of((int) (word >>> CLASS_AT) & CLASS_MASK), (int) word & CULPRIT_MASK);
    }
}
