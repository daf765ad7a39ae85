package mpj.engine;

import java.util.HashMap;
import java.util.Map;

/** Which ranks of the job are lost, why, and which operations can therefore not come to an end any more. */
final class LostRanks {
    private record Group(int[] ranks, boolean collective) {
    }

    private final Map<Integer, Failure> failures = new HashMap<>();
    private final Map<Integer, Group> groups = new HashMap<>();
    private boolean any;

    boolean any() {
        return any;
    }

    boolean contains(int rank) {
        return failures.containsKey(rank);
    }

    void add(int rank, Failure failure) {
        failures.put(rank, failure);
        any = true;
    }

    /** Throws if the rank is lost. */
    void check(int rank) {
        throwUnlessNull(failures.get(rank));
    }

    /** Says who sends messages in a context, and whether these belong to collective operations. */
    void group(int context, int[] ranks, boolean collective) {
        groups.put(context, new Group(ranks, collective));
    }

    /** The context is no communicator's any more. */
    void forget(int context) {
        groups.remove(context);
    }

    /** Throws if a message in this context would belong to a collective operation that a lost rank takes part in. */
    void checkCollective(int context) {
        throwUnlessNull(preventingCollective(context));
    }

    private static void throwUnlessNull(Failure failure) {
        if (failure != null) {
            throw new EngineException(failure);
        }
    }

    /**
     * Why a collective operation cannot come to an end, or null. It needs every rank of the group: a rank that waits
     * for another, which is there but has given the operation up, would wait for ever.
     */
    Failure preventingCollective(int context) {
        Group group = groups.get(context);
        return any && group != null && group.collective ? firstOf(group.ranks) : null;
    }

    /**
     * Why there may be nobody left to send what a receive with these waits for, or null. One from any source fails when
     * any rank that sends in its context is lost, as that might have been the one (MPI_ERR_PROC_FAILED_PENDING of MPI's
     * user-level failure mitigation, ULFM).
     */
    Failure preventing(int context, int source) {
        if (!any) {
            return null;
        }
        Failure collective = preventingCollective(context);
        if (collective != null) {
            return collective;
        }
        if (source != Receive.ANY) {
            return failures.get(source);
        }
        Group group = groups.get(context);
        Failure failure = group == null ? failures.values().iterator().next() : firstOf(group.ranks);
        return failure == null ? null : new Failure(failure.error(),
            failure.text() + "; the message from any source may have been its");
    }

    private Failure firstOf(int[] ranks) {
        for (int rank : ranks) {
            Failure failure = failures.get(rank);
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }
}
