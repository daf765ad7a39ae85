package mpj.engine.packet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpj.engine.EngineException;
import mpj.engine.Explanation;
import mpj.engine.Failure;
import mpj.engine.Receive;
import mpj.watch.RankWatch;

/**
 * Which peers are lost, why, and which operations can therefore never complete. A lost rank is either dead or has left,
 * with exit code 0. A rank that has left has ended what it had begun. So collectives that it took part in complete
 * without it. In other collectives, only ranks that wait for it wait in vain.
 */
final class LostRanks implements Explanation.Members {
    private record Group(int[] ranks, boolean collective) {
    }

    private final Map<Integer, Failure> failures = new HashMap<>();
    /** The lost ranks that have left. */
    private final Set<Integer> left = new HashSet<>();
    private final Map<Integer, Group> groups = new HashMap<>();
    private final int own;
    private final RankWatch watch;
    private boolean any;

    /**
     * Nobody is lost yet.
     *
     * @param own this process's rank
     * @param watch is told of losses; or null
     */
    LostRanks(int own, RankWatch watch) {
        this.own = own;
        this.watch = watch;
    }

    boolean any() {
        return any;
    }

    boolean contains(int rank) {
        return any && failures.containsKey(rank);
    }

    /** Whether a rank is lost because it has left. */
    boolean hasLeft(int rank) {
        return left.contains(rank);
    }

    void add(int rank, Failure failure, boolean hasLeft) {
        failures.put(rank, failure);
        if (hasLeft) {
            left.add(rank);
        } else {
            left.remove(rank);
        }
        any = true;
        if (watch != null) {
            watch.lost(rank, failure.text());
        }
    }

    /** Throws if the rank is lost. */
    void check(int rank) {
        throwUnlessNull(failures.get(rank));
    }

    /** Tells who sends messages in a context, and whether they belong to collective operations. */
    void group(int context, int[] ranks, boolean collective) {
        groups.put(context, new Group(ranks, collective));
    }

    @Override
    public List<Integer> of(int context) {
        Group group = groups.get(context);
        return group == null ? List.of() : Arrays.stream(group.ranks).boxed().toList();
    }

    @Override
    public boolean isCollective(int context) {
        Group group = groups.get(context);
        return group != null && group.collective;
    }

    /** Forgets a context that no communicator has any more. */
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
     * Why a collective operation can never complete, or null. It can if every rank of the group is alive or has left.
     * If one is dead, other ranks give the operation up. A rank that waited for one of those would wait for ever,
     * though that rank is alive.
     */
    Failure preventingCollective(int context) {
        Group group = groups.get(context);
        return any && group != null && group.collective ? firstDead(group.ranks) : null;
    }

    /** Why a collective operation can never complete in which a rank has not done its part yet, or null. */
    Failure preventingCollective(int context, int awaited) {
        Failure failure = preventingCollective(context);
        return failure != null || !any ? failure : failures.get(awaited);
    }

    /**
     * Why a receive with these arguments may have no sender left, or null. A receive from one rank fails when that rank
     * is lost. A receive from any source fails when any rank that sends in its context is dead, since that rank might
     * have been the sender (MPI_ERR_PROC_FAILED_PENDING of MPI's user-level failure mitigation, ULFM). Ranks that have
     * left have sent all they had to send; so the receive from any source fails only when all others have left.
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
        Failure failure = group == null ? firstDead() : firstDead(group.ranks);
        if (failure == null && group != null) {
            failure = lastOf(group.ranks);
        }
        return failure == null ? null : new Failure(failure.error(),
            failure.text() + "; the message from any source may have been its");
    }

    private Failure firstDead() {
        for (Map.Entry<Integer, Failure> each : failures.entrySet()) {
            if (!left.contains(each.getKey())) {
                return each.getValue();
            }
        }
        return null;
    }

    private Failure firstDead(int[] ranks) {
        for (int rank : ranks) {
            Failure failure = failures.get(rank);
            if (failure != null && !left.contains(rank)) {
                return failure;
            }
        }
        return null;
    }

    /** If all ranks but this one are lost, the failure of the last of them; else null. */
    private Failure lastOf(int[] ranks) {
        Failure last = null;
        for (int rank : ranks) {
            Failure failure = failures.get(rank);
            if (failure == null && rank != own) {
                return null;
            }
            last = failure != null ? failure : last;
        }
        return last;
    }
}
