package mpj.trace;

import java.util.Locale;
import java.util.Set;

/** What a call of MPI is to the timeline. Its ordinal is the colour's number on the page. */
enum CallKind {
    /** It hands a message over. */
    SEND,
    /** It takes one, or looks for one. */
    RECEIVE,
    /** It waits for requests. */
    WAIT,
    /** All ranks of a communicator make it. */
    COLLECTIVE,
    /** Anything else. */
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

    /** Whether a call is the begin of MPI or its end, where ranks wait for each other's JVMs. */
    static boolean startsOrEnds(String name) {
        String call = name.toLowerCase(Locale.ROOT);
        return call.startsWith("init") || call.equals("finalize");
    }

    /** Whether a rank in such a call may be waiting for another. */
    boolean waits() {
        return this == RECEIVE || this == WAIT || this == COLLECTIVE;
    }

    /** What a call is that has not returned when all ends: whatever else it does, it waits. */
    CallKind whenUnreturned() {
        return waits() ? this : WAIT;
    }

    /** As the page writes it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
