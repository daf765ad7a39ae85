package mpi;

import mpj.collectives.Collective;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;

/**
 * What a rank calls, in one word that others compare with their own before they take its data from shared memory:
 * collective, root, type and bytes. There is no message whose length and type could be compared.
 */
final class SharedCall {
    private static final int COLLECTIVE_AT = 56;
    private static final int ROOT_AT = 48;
    private static final int TYPE_AT = 40;
    private static final int MASK = 0xFF;
    private static final long BYTES = (1L << TYPE_AT) - 1;
    private static final int PACKED = MPI.PACKED.code();

    private SharedCall() {
    }

    static long of(Collective collective, int root, Datatype datatype, long bytes) {
        return (long) collective.ordinal() << COLLECTIVE_AT | (long) root << ROOT_AT
            | (long) (datatype.code() & MASK) << TYPE_AT | bytes & BYTES;
    }

    /** What is wrong with another rank's call beside this rank's, or null. */
    static Failure difference(long theirs, int peer, long ours) {
        if (theirs >>> ROOT_AT != ours >>> ROOT_AT) {
            return new Failure(ErrorClass.ERR_OTHER, "rank " + peer + " calls " + text(theirs)
                + ", this rank calls " + text(ours), Failure.NOBODY);
        }
        if (type(theirs) != type(ours) && type(theirs) != PACKED && type(ours) != PACKED) {
            return new Failure(ErrorClass.ERR_TYPE, "rank " + peer + " calls " + text(theirs)
                + " with elements of type code " + type(theirs) + ", this rank has type code " + type(ours),
                Failure.NOBODY);
        }
        if ((theirs & BYTES) != (ours & BYTES)) {
            return new Failure(ErrorClass.ERR_TRUNCATE, "rank " + peer + " calls " + text(theirs)
                + " and has " + (theirs & BYTES) + " bytes, this rank has " + (ours & BYTES)
                + "; make the counts equal", Failure.NOBODY);
        }
        return null;
    }

    private static int type(long call) {
        return (int) (call >>> TYPE_AT) & MASK;
    }

    private static String text(long call) {
        Collective collective = Collective.values()[(int) (call >>> COLLECTIVE_AT)];
        return switch (collective) {
            case BCAST, REDUCE -> collective.label() + " with root " + (call >>> ROOT_AT & MASK);
            default -> collective.label();
        };
    }
}
