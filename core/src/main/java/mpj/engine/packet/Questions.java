package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import mpj.collectives.Schedule;
import mpj.engine.EngineException;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.match.Envelope;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.Channel;

/**
 * Asks and answers by packets. A rank does not answer if it has not called the collective yet, or if it will still send
 * the message that the asking rank waits for.
 */
final class Questions extends Inquiry {
    /** In nanoseconds: the wait before the first question, and the wait between questions. */
    private static final long PATIENCE = 100_000_000;
    private static final long INTERVAL = 20_000_000;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int NO_RANK = -1;
    /** Stands for the call of a collective so long ago that the rank no longer remembers the call. */
    private static final long FORGOTTEN = -1;
    /**
     * How many calls a rank remembers; a power of two. A rank whose part is over at once, such as the root of a short
     * bcast, may be some calls ahead when another rank asks.
     */
    private static final int REMEMBERED = 64;
    private static final int NO_NUMBER = -1;
    /** How many bits of an int lie above the 24 bits of a call's number. */
    private static final int UNNUMBERED_BITS = 8;

    /**
     * The payload of a question: how many messages its sender sends and awaits, the stage that it waits for, and its
     * root.
     */
    private static final int COUNTS_AT = 0;
    private static final int STAGE_AT = 8;
    private static final int ROOT_AT = 16;
    static final int QUESTION_BYTES = 24;
    /** The payload of an answer: the root. */
    static final int ANSWER_BYTES = 8;

    private final EngineLock lock;
    private final Destinations destinations;
    private final Completions completions;
    private final int context;
    private final int[] members;
    private final Calls calls;

    /**
     * The number of the call under way, or of the last one. Before the first call it is one less than the first number.
     */
    private int number = NO_NUMBER;
    private long call;
    private int root;
    /**
     * The last calls, their roots and their numbers. The low bits of a call's number say where it lies. Only blocking
     * collectives come here, so some numbers are missing.
     */
    private long[] pastCalls;
    private int[] pastRoots;
    private int[] pastNumbers;
    /** The schedule of the call under way, or null. */
    private Schedule schedule;
    private int awaited = NO_RANK;
    private long since;
    /** Why this rank's call cannot go on, or null. */
    private Failure verdict;
    /**
     * The rank, in the job, that has ended the call; and the failure to report if this rank still waits for that rank.
     */
    private int ended = NO_RANK;
    private Failure failureOfEnded;

    Questions(EngineLock lock, Destinations destinations, Completions completions, int context, int[] members,
            Calls calls) {
        this.lock = lock;
        this.destinations = destinations;
        this.completions = completions;
        this.context = context;
        this.members = members;
        this.calls = calls;
    }

    @Override
    public void open(int ofNumber, long what, int from, Schedule ofSchedule) {
        assert lock.isHeldByMe();
        number = ofNumber;
        call = what;
        root = from;
        remember();
        schedule = ofSchedule;
        awaited = NO_RANK;
        ended = NO_RANK;
        verdict = null;
    }

    private void remember() {
        if (pastCalls == null) {
            pastCalls = new long[REMEMBERED];
            pastRoots = new int[REMEMBERED];
            pastNumbers = new int[REMEMBERED];
            Arrays.fill(pastNumbers, NO_NUMBER);
        }
        int place = number & REMEMBERED - 1;
        pastCalls[place] = call;
        pastRoots[place] = root;
        pastNumbers[place] = number;
    }

    @Override
    public void close() {
        assert lock.isHeldByMe();
        schedule = null;
    }

    /** Whether it is of no use to wait for a rank of the job, unless that rank has sent or posted its part already. */
    boolean isPointless(int rank) {
        return verdict != null || ended == rank;
    }

    /** Why waiting is of no use. */
    Failure failure() {
        return verdict != null ? verdict : failureOfEnded;
    }

    /**
     * This rank has slept while it waited for a rank of the job.
     *
     * @param stage the stage that this rank waits for the other to post, or 0 if it waits for a message
     */
    void waited(int rank, int stage) {
        assert lock.isHeldByMe();
        long now = System.nanoTime();
        if (schedule == null || awaited != rank) {
            awaited = rank;
            since = now;
        } else if (now - since > PATIENCE) {
            since += INTERVAL;
            ask(rank, stage);
        }
    }

    /** Asks a rank of the job. For {@code stage}, see {@link #waited}. */
    void ask(int rank, int stage) {
        assert lock.isHeldByMe();
        int peer = peer(rank);
        long counts = (long) schedule.messagesTo(peer) << Integer.SIZE | schedule.messagesFrom(peer);
        Channel channel = channelTo(rank);
        long at = channel == null ? Channel.FULL : channel.reserve(QUESTION_BYTES);
        if (at != Channel.FULL) { // if the channel is full, the next question is early enough
            channel.buffer().set(LONG, at + COUNTS_AT, counts);
            channel.buffer().set(LONG, at + STAGE_AT, stage);
            channel.buffer().set(LONG, at + ROOT_AT, root);
            channel.commit(QUESTION_BYTES, Envelope.pack(Envelope.ASK, context, number), call);
        }
    }

    /**
     * The channel to a rank, or null if none can be opened: the rank may have finalized MPI after it had done its part,
     * and its last message is on its way. If the rank is lost, this rank learns of that in another way.
     */
    private Channel channelTo(int rank) {
        try {
            return destinations.to(rank).channel;
        } catch (EngineException e) {
            return null;
        }
    }

    /** The rank in the communicator of a rank in the job; {@link #NO_RANK} if it is not a member. */
    private int peer(int rank) {
        for (int peer = 0; peer < members.length; peer++) {
            if (members[peer] == rank) {
                return peer;
            }
        }
        return NO_RANK;
    }

    /** Takes a question: a rank waits for this rank, in the call with this number. */
    void asked(int rank, int ofNumber, long theirs, MemorySegment segment, long offset) {
        assert lock.isHeldByMe();
        if (peer(rank) == NO_RANK) {
            return; // the question comes from no member
        }
        int ahead = ofNumber - number << UNNUMBERED_BITS >> UNNUMBERED_BITS;
        if (ahead > 0) {
            return;
        }
        if (ahead < 0 || schedule == null) {
            int place = ofNumber & REMEMBERED - 1;
            boolean known = pastNumbers != null && pastNumbers[place] == ofNumber;
            answer(rank, Envelope.ENDED, ofNumber, known ? pastCalls[place] : FORGOTTEN, known ? pastRoots[place] : 0);
            return;
        }
        Failure failure = compare(peer(rank), theirs, (int) segment.get(LONG, offset + ROOT_AT),
            segment.get(LONG, offset + COUNTS_AT), segment.get(LONG, offset + STAGE_AT));
        if (failure != null) {
            end(failure);
            answer(rank, Envelope.DIFFERS, ofNumber, call, root);
        }
    }

    private Failure compare(int peer, long theirs, int theirRoot, long counts, long stage) {
        Failure difference = calls.difference(theirs, theirRoot, peer, call, root);
        boolean agreed = schedule.messagesFrom(peer) == (int) (counts >>> Integer.SIZE)
            && schedule.messagesTo(peer) == (int) counts && schedule.lastStage() >= stage;
        return difference != null || agreed ? difference : calls.disagreement(peer, call, root);
    }

    private void answer(int rank, int kind, int ofNumber, long what, int from) {
        Channel channel = channelTo(rank);
        long at = channel == null ? Channel.FULL : channel.reserve(ANSWER_BYTES);
        if (at != Channel.FULL) { // if the channel is full, the rank asks again
            channel.buffer().set(LONG, at, from);
            channel.commit(ANSWER_BYTES, Envelope.pack(kind, context, ofNumber), what);
        }
    }

    /**
     * Takes an answer: the rank that was asked has ended the call, or its call differs. Everything that it sent in the
     * call arrived before its answer.
     */
    void answered(int rank, int kind, int ofNumber, long theirs, MemorySegment segment, long offset) {
        assert lock.isHeldByMe();
        int peer = peer(rank);
        if (schedule == null || ofNumber != number || peer == NO_RANK) {
            return;
        }
        Failure failure = theirs == FORGOTTEN ? calls.departed(peer, call, root)
            : calls.difference(theirs, (int) segment.get(LONG, offset), peer, call, root);
        if (failure == null) {
            failure = calls.disagreement(peer, call, root);
        }
        if (kind == Envelope.DIFFERS) {
            end(failure);
        } else {
            ended = rank;
            failureOfEnded = failure;
            completions.arrived();
        }
    }

    private void end(Failure failure) {
        verdict = verdict == null ? failure : verdict;
        completions.arrived();
    }
}
