package mpi;

import java.util.function.Supplier;
import mpj.collectives.Blocks;
import mpj.collectives.Collective;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.selection.Algorithms;
import mpj.engine.ErrorClass;

/**
 * What {@code mpj.check=true} does at the beginning of each collective: the ranks tell each other what they call, and
 * where one's call does not go with another's, every rank throws, naming the rank, its call and the difference. Costs a
 * collective of its own, with a tag beside that of the call. A blocking call waits for it; of the others it is the
 * first part, so that they fail like any operation under way.
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

    /** How a collective is called. */
    enum Form { BLOCKING, NONBLOCKING, PERSISTENT }

    private final int rank;
    private final int size;
    private final Supplier<CollectiveMachine> machines;
    private final Schedule schedule;

    /** @param machines makes machines of the communicator */
    CallCheck(int rank, int size, Supplier<CollectiveMachine> machines) {
        this.rank = rank;
        this.size = size;
        this.machines = machines;
        Blocks all = new Blocks.Equal((long) WORDS * Integer.BYTES);
        schedule = Schedule.of(Algorithms.of(Collective.ALLGATHER).getFirst(),
            Problem.of(rank, size, 0, all.length(rank), Integer.BYTES).blocks(null, all));
    }

    /** The comparison of one call with those of the other ranks, under way. */
    final class Comparison {
        private final int[] mine;
        private final int[] all = new int[size * WORDS];
        private final CollectiveMachine machine = machines.get();

        private Comparison(int[] mine, int tag) {
            this.mine = mine;
            machine.region(Place.SEND).bind(mine, 0, MPI.INT);
            machine.region(Place.RECEIVE).bind(all, 0, MPI.INT);
            machine.prepare(schedule, tag, 0,
                CallWord.of(Collective.ALLGATHER, 0, MPI.INT, (long) WORDS * Integer.BYTES), 0,
                machine.region(Place.SEND), null);
        }

        /** Returns when every rank has called, if all have called the same. */
        void run() {
            machine.run();
            compare();
        }

        /** Starts to compare without waiting. */
        void start() {
            machine.start();
        }

        /** Carries on with the engine's lock held: false as long as not every rank has called. */
        boolean advance() {
            boolean done = machine.advance();
            if (done) {
                compare();
            }
            return done;
        }

        private void compare() {
            for (int other = 0; other < size; other++) {
                for (int word = 0; word < WORDS; word++) {
                    if (all[other * WORDS + word] != mine[word]) {
                        throw new MPIException(ErrorClass.ERR_OTHER, "mpj.check: rank " + other + " calls "
                            + text(all, other * WORDS) + ", this rank, " + rank + ", calls " + text(mine, 0));
                    }
                }
            }
        }
    }

    /**
     * Begins to compare a call.
     *
     * @param tag of its messages, the same on every rank whatever it calls
     */
    Comparison begin(Form form, Collective collective, int root, long bytes, int[] counts, Datatype datatype, Op op,
                     int tag) {
        int[] mine = describe(collective, root, bytes, counts, datatype, op);
        mine[FORM] = form.ordinal();
        return new Comparison(mine, tag);
    }

    private static int[] describe(Collective collective, int root, long bytes, int[] counts, Datatype datatype,
                                  Op op) {
        int[] words = new int[WORDS];
        long same = switch (collective) {
            case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> NONE;
            case REDUCE_SCATTER -> total(counts, datatype);
            default -> bytes;
        };
        words[COLLECTIVE] = collective.ordinal();
        words[ROOT] = root;
        words[LOW_BYTES] = (int) same;
        words[HIGH_BYTES] = (int) (same >>> Integer.SIZE);
        words[OPERATION] = op == null ? NONE : op.number();
        words[TYPE] = op == null ? NONE : datatype.code();
        return words;
    }

    private static long total(int[] counts, Datatype datatype) {
        long total = 0;
        for (int count : counts) {
            total += datatype.bytes(count);
        }
        return total;
    }

    private static String name(Collective collective, Form form) {
        return switch (form) {
            case BLOCKING -> collective.label();
            case NONBLOCKING -> "i" + collective.label();
            case PERSISTENT -> collective.label() + "_init";
        };
    }

    private static String text(int[] words, int at) {
        Collective collective = Collective.values()[words[at + COLLECTIVE]];
        long bytes = words[at + LOW_BYTES] & 0xFFFFFFFFL | (long) words[at + HIGH_BYTES] << Integer.SIZE;
        StringBuilder text = new StringBuilder(name(collective, Form.values()[words[at + FORM]]));
        switch (collective) {
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> text.append(" with root ")
                .append(words[at + ROOT]);
            default -> { }
        }
        if (bytes > 0) {
            text.append(", ").append(bytes).append(" bytes");
        }
        if (words[at + OPERATION] != NONE) {
            text.append(", ").append(Op.name(words[at + OPERATION])).append(" of type code ")
                .append(words[at + TYPE]);
        }
        return text.toString();
    }
}
