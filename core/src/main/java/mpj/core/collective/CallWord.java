package mpj.core.collective;

import mpj.collectives.Collective;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.Receive;
import mpj.engine.SharedRooms;

/**
 * Packs what a rank calls into one word, which other ranks compare with theirs. The word has the collective, the type,
 * the number of bytes, and the lower bits of the root. Those bits of the root are enough among ranks that share memory.
 *
 * <p>The word travels in two ways. In shared memory it comes with each post, because there is no message whose length
 * and type could be compared. It also comes with a question to a rank whose message does not come. Then the whole root
 * is sent beside it.
 *
 * <p>Nothing but the root is cut off. A type code is below 64 or is -1, and no other code has the same bits as -1. A
 * call has at most 2<sup>31</sup> - 1 elements of 8 bytes.
 */
final class CallWord implements Inquiry.Calls {
    private static final Collective[] COLLECTIVES = Collective.values();
    private static final int COLLECTIVE_AT = 56;
    private static final int ROOT_AT = 40;
    /** Enough bits for {@link SharedRooms#MOST_RANKS}. */
    private static final int ROOT_MASK = 0xFFFF;
    private static final int TYPE_AT = 34;
    private static final int TYPE_MASK = 0x3F;
    private static final long BYTES = (1L << TYPE_AT) - 1;
    private static final int PACKED = TypeDescriptor.PACKED.code();

    private final Participants ranks;

    /** @param ranks the ranks that call, with their names */
    CallWord(Participants ranks) {
        this.ranks = ranks;
    }

    /**
     * The word of a call. The bytes are left out if ranks may differ in them: if blocks have sizes of their own, or if
     * the data are serialized.
     */
    static long of(CollectiveCall call) {
        if (call.differsByGroup()) {
            return of(call.collective(), call.root(), TypeDescriptor.PACKED, 0);
        }
        long same = switch (call.collective()) {
            case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW -> 0;
            case REDUCE_SCATTER -> call.like().bytes();
            default -> call.isSerialized() ? 0 : call.bytes();
        };
        return of(call.collective(), call.root(), call.type(), same);
    }

    static long of(Collective collective, int root, TypeDescriptor datatype, long bytes) {
        return (long) collective.ordinal() << COLLECTIVE_AT | (long) (root & ROOT_MASK) << ROOT_AT
            | (long) (datatype.code() & TYPE_MASK) << TYPE_AT | bytes & BYTES;
    }

    @Override
    public Failure difference(long theirs, int theirRoot, int peer, long ours, int ourRoot) {
        if (theirs >>> COLLECTIVE_AT != ours >>> COLLECTIVE_AT || theirRoot != ourRoot) {
            return new Failure(ErrorClass.ERR_OTHER, ranks.name(peer) + " calls " + text(theirs, theirRoot)
                + ", this rank calls " + text(ours, ourRoot), Failure.NO_RANK);
        }
        if (type(theirs) != type(ours) && type(theirs) != PACKED && type(ours) != PACKED) {
            return new Failure(ErrorClass.ERR_TYPE, ranks.name(peer) + " calls " + text(theirs, theirRoot)
                + " with elements of type " + Receive.typeName(type(theirs)) + ", this rank has "
                + Receive.typeName(type(ours)) + "; make the datatypes agree", Failure.NO_RANK);
        }
        if (bytes(theirs) != bytes(ours)) {
            return new Failure(ErrorClass.ERR_TRUNCATE, ranks.name(peer) + " calls " + text(theirs, theirRoot)
                + " and has " + bytes(theirs) + " bytes, this rank has " + bytes(ours) + "; make the counts equal",
                Failure.NO_RANK);
        }
        return null;
    }

    @Override
    public Failure disagreement(int peer, long ours, int ourRoot) {
        return new Failure(ErrorClass.ERR_TRUNCATE, "in " + text(ours, ourRoot) + " " + ranks.name(peer)
            + " does not send or receive what this rank" + (bytes(ours) > 0 ? ", with " + bytes(ours) + " bytes," : "")
            + " waits for; make the counts equal", Failure.NO_RANK);
    }

    @Override
    public Failure departed(int peer, long ours, int ourRoot) {
        return new Failure(ErrorClass.ERR_OTHER, "in " + text(ours, ourRoot) + " " + ranks.name(peer)
            + " does not send or receive what this rank waits for, and has called other collectives since; call the"
            + " same collectives in the same order on every rank, with the same counts (-Dmpj.check=true finds the"
            + " first call that differs)", Failure.NO_RANK);
    }

    /** The text of the error when a rank sends more or fewer elements than this rank's call wants. */
    String misfit(long sent, int peer, long expected, long ours, int ourRoot) {
        return "in " + text(ours, ourRoot) + " " + ranks.name(peer) + " sends " + sent
            + " bytes where this rank expects " + expected + "; make the counts equal";
    }

    /** The error of a message that is shorter or longer than it must be. */
    EngineException misfit(Receive receive, long ours, int ourRoot) {
        int peer = 0;
        while (ranks.members()[peer] != receive.matchedSource()) {
            peer++;
        }
        return new EngineException(ErrorClass.ERR_TRUNCATE,
            misfit(receive.matchedBytes(), peer, receive.expectedBytes(), ours, ourRoot));
    }

    /** The rank that all data of a call come from, or -1 if there is none. */
    static int source(long call) {
        return switch (COLLECTIVES[(int) (call >>> COLLECTIVE_AT)]) {
            case BCAST, SCATTER, SCATTERV -> root(call);
            default -> -1;
        };
    }

    /** The root of a call, if the ranks share memory. */
    static int root(long call) {
        return (int) (call >>> ROOT_AT) & ROOT_MASK;
    }

    private static int type(long call) {
        return (int) (call >>> TYPE_AT) & TYPE_MASK;
    }

    private static long bytes(long call) {
        return call & BYTES;
    }

    private String text(long call, int root) {
        int number = (int) (call >>> COLLECTIVE_AT);
        if (number >= COLLECTIVES.length) {
            return "an unknown collective"; // another process may have sent any number
        }
        Collective collective = COLLECTIVES[number];
        return switch (collective) {
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE ->
                collective.label() + " with root " + ranks.place(root);
            default -> collective.label();
        };
    }
}
