package mpj.core.collective;

import java.util.Arrays;
import java.util.function.Supplier;
import mpj.collectives.Blocks;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.selection.Algorithms;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Does what {@code mpj.check=true} asks for. At the beginning of each collective the ranks tell each other what they
 * call. If the calls of two ranks do not match, every rank throws. The error names a rank, its call and the difference.
 * The check costs a collective of its own, whose tag differs from the tag of the call. A blocking call waits for the
 * check. For any other call the check is its first part, so that it fails like any operation under way.
 */
final class CallCheck {
    private static final int COLLECTIVE = 0;
    private static final int ROOT = 1;
    private static final int LOW_BYTES = 2;
    private static final int HIGH_BYTES = 3;
    private static final int OPERATION = 4;
    private static final int TYPE = 5;
    private static final int FORM = 6;
    private static final int WORDS = 7;
    private static final int NONE = -1;
    /** Stands for something that a rank does not know. */
    private static final int ANY = -2;

    private final int rank;
    private final int size;
    private final Supplier<CollectiveCall> calls;
    private final Schedule schedule;

    /** @param calls makes further calls of the communicator */
    CallCheck(int rank, int size, Supplier<CollectiveCall> calls) {
        this.rank = rank;
        this.size = size;
        this.calls = calls;
        Blocks all = new Blocks.Equal((long) WORDS * Integer.BYTES);
        schedule = Schedule.of(Algorithms.of(Collective.ALLGATHER).getFirst(),
            Problem.of(rank, size, 0, all.length(rank), Integer.BYTES).blocks(null, all));
    }

    /** A comparison under way, of a call with the calls of the other ranks. */
    final class Comparison {
        private final int[] mine;
        private final int[] all = new int[size * WORDS];
        private final CallCarrier carrier;

        private Comparison(int[] mine, int tag) {
            this.mine = mine;
            carrier = calls.get().allgather(mine, 0, WORDS, TypeDescriptor.INT, all, 0, WORDS, TypeDescriptor.INT)
                .prepareAs(schedule, tag);
        }

        /** Returns when every rank has called. Throws if they have not all called the same. */
        void run() {
            carrier.run();
            compare();
        }

        /** Starts to compare without waiting. */
        void start() {
            carrier.start();
        }

        /** Carries on, with the engine's lock held. Returns false until every rank has called. */
        boolean advance() {
            boolean done = carrier.advance();
            if (done) {
                compare();
            }
            return done;
        }

        private void compare() {
            for (int other = 0; other < size; other++) {
                for (int word = 0; word < WORDS; word++) {
                    if (differ(all[other * WORDS + word], mine[word])) {
                        throw new EngineException(ErrorClass.ERR_OTHER, "mpj.check: rank " + other + " calls "
                            + text(all, other * WORDS) + ", this rank, " + rank + ", calls " + text(mine, 0));
                    }
                }
            }
        }
    }

    private static boolean differ(int theirs, int mine) {
        return theirs != mine && theirs != ANY && mine != ANY;
    }

    /**
     * Begins to compare a call.
     *
     * @param tag the tag of its messages; it is the same on every rank, whatever the rank calls
     */
    Comparison begin(CollectiveCall call, int tag) {
        return new Comparison(describe(call), tag);
    }

    private static int[] describe(CollectiveCall call) {
        int[] words = new int[WORDS];
        words[COLLECTIVE] = call.collective().ordinal();
        words[FORM] = call.form().ordinal();
        if (call.root() == Problem.NO_ROOT) {
            Arrays.fill(words, ROOT, FORM, ANY); // this rank knows nothing more of the call
            return words;
        }
        long same = switch (call.collective()) {
            case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> NONE;
            case REDUCE_SCATTER -> call.differsByGroup() ? NONE : call.like().bytes();
            default -> call.differsByGroup() ? NONE : call.bytes();
        };
        words[ROOT] = call.root();
        words[LOW_BYTES] = (int) same;
        words[HIGH_BYTES] = (int) (same >>> Integer.SIZE);
        words[OPERATION] = call.op() == null ? NONE : call.op().number();
        words[TYPE] = call.op() == null ? NONE : call.type().code();
        return words;
    }

    private static String name(Collective collective, CollectiveCall.Form form) {
        return switch (form) {
            case BLOCKING -> collective.label();
            case NONBLOCKING -> "i" + collective.label();
            case PERSISTENT -> collective.label() + "_init";
        };
    }

    private static String text(int[] words, int at) {
        Collective collective = Collective.values()[words[at + COLLECTIVE]];
        long bytes = words[at + LOW_BYTES] & 0xFFFFFFFFL | (long) words[at + HIGH_BYTES] << Integer.SIZE;
        StringBuilder text = new StringBuilder(name(collective, CollectiveCall.Form.values()[words[at + FORM]]));
        switch (collective) {
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> text.append(" with root ")
                .append(words[at + ROOT]);
            default -> { }
        }
        if (bytes > 0) {
            text.append(", ").append(bytes).append(" bytes");
        }
        if (words[at + OPERATION] >= 0) {
            text.append(", ").append(OpDescriptor.name(words[at + OPERATION])).append(" of type code ")
                .append(words[at + TYPE]);
        }
        return text.toString();
    }
}
