package mpi;

import mpj.collectives.Collective;
import mpj.engine.ErrorClass;

/**
 * What {@code mpj.check=true} does before each blocking collective: the ranks tell each other what they call, and where
 * one's call does not go with another's, every rank throws, naming the rank, its call and the difference. Costs a
 * collective of its own. A non-blocking call must not wait for the other ranks and is not checked.
 */
final class CallCheck {
    private static final int COLLECTIVE = 0;
    private static final int ROOT = 1;
    private static final int LOW_BYTES = 2;
    private static final int HIGH_BYTES = 3;
    private static final int OPERATION = 4;
    private static final int TYPE = 5;
    private static final int WORDS = 6;
    private static final int NONE = -1;

    private final Intracomm comm;

    CallCheck(Intracomm comm) {
        this.comm = comm;
    }

    /** Returns when every rank has called, if all have called the same. */
    void compare(Collective collective, int root, long bytes, int[] counts, Datatype datatype, Op op) {
        int[] mine = describe(collective, root, bytes, counts, datatype, op);
        int[] all = comm.groupExchange().allgather(mine);
        for (int rank = 0; rank < comm.Size(); rank++) {
            for (int word = 0; word < WORDS; word++) {
                if (all[rank * WORDS + word] != mine[word]) {
                    throw new MPIException(ErrorClass.ERR_OTHER, "mpj.check: rank " + rank + " calls "
                        + text(all, rank * WORDS) + ", this rank, " + comm.Rank() + ", calls " + text(mine, 0));
                }
            }
        }
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

    private static String text(int[] words, int at) {
        Collective collective = Collective.values()[words[at + COLLECTIVE]];
        long bytes = words[at + LOW_BYTES] & 0xFFFFFFFFL | (long) words[at + HIGH_BYTES] << Integer.SIZE;
        StringBuilder text = new StringBuilder(collective.label());
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
