package mpj.trace;

import java.util.Locale;
import java.util.Set;

/** The kind of a call of MPI in the timeline. The ordinal is the number of the colour on the page. */
enum CallKind {
    /** The call hands a message over. */
    SEND,
    /** The call receives a message, or looks for one. */
    RECEIVE,
    /** The call waits for requests. */
    WAIT,
    /** All ranks of a communicator make the call. */
    COLLECTIVE,
    /** Any other call. */
    OTHER;

    private static final Set<String> COLLECTIVES = Set.of("barrier", "bcast", "gather", "gatherv", "scatter",
        "scatterv", "allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw", "reduce", "allreduce",
        "reduce_scatter", "reduce_scatter_block", "scan", "exscan", "comm_dup", "comm_split", "comm_create", "init",
        "init_thread", "finalize", "intercomm_create", "intercomm_merge", "cart_create", "graph_create");

    static CallKind of(String name) {
        String call = name.toLowerCase(Locale.ROOT);
        if (isCollective(call) || call.startsWith("i") && isCollective(call.substring(1))) {
            return COLLECTIVE;
        }
        if (call.startsWith("wait") || call.startsWith("test") || call.startsWith("request_")) {
            return WAIT;
        }
        if (call.contains("recv") || call.contains("probe")) {
            return RECEIVE;
        }
        return call.contains("send") || call.startsWith("start") ? SEND : OTHER;
    }

    private static boolean isCollective(String call) {
        return COLLECTIVES.contains(call) || call.startsWith("neighbor_");
    }

    /** Whether a call starts or ends MPI. In these calls, ranks wait for each other's JVMs. */
    static boolean startsOrEnds(String name) {
        String call = name.toLowerCase(Locale.ROOT);
        return call.startsWith("init") || call.equals("finalize");
    }

    /** Whether a rank in a call of this kind may be waiting for another rank. */
    boolean waits() {
        return this == RECEIVE || this == WAIT || this == COLLECTIVE;
    }

    /** The kind of a call that has not returned at the end. Such a call waits, whatever else it does. */
    CallKind whenUnreturned() {
        return waits() ? this : WAIT;
    }

    /** The word for this kind in the data of the page. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
