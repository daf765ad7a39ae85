package mpj.engine.packet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Explanation;
import mpj.engine.Failure;
import mpj.engine.Receive;
import mpj.watch.RankWatch;

/**
 * Which peers are lost, why they are lost, and which operations can therefore never complete. A lost rank is either
 * dead, or it has left, with exit code 0. Before a rank leaves, it finishes everything that it has begun. So the
 * collectives that it took part in complete without it. In any other collective, only the ranks that wait for the lost
 * rank can never go on.
 *
 * <p>This class also knows which communicators were revoked: their operations cannot complete. For each communicator it
 * knows which lost ranks the program has acknowledged: receives from any source no longer fail because of these ranks.
 */
final class LostRanks implements Explanation.Members {
    private record Group(int[] ranks, boolean collective) {
        boolean has(int rank) {
            return Arrays.stream(ranks).anyMatch(each -> each == rank);
        }
    }

    /** In the order of the losses. */
    private final Map<Integer, Failure> failures = new LinkedHashMap<>();
    /** Why a communicator was revoked, by its context. */
    private final Map<Context, Failure> revoked = new HashMap<>();
    /** Communicators that were revoked and then freed. Other ranks may still tell this rank of the revocation. */
    private final Set<Context> freed = new HashSet<>();
    private final Map<Context, Set<Integer>> acknowledged = new HashMap<>();
    /** The lost ranks that have left. */
    private final Set<Integer> left = new HashSet<>();
    private final Map<Integer, Group> groups = new HashMap<>();
    private final int own;
    private final RankWatch watch;
    private boolean any;

    /**
     * Makes the record of a rank that knows of no losses yet.
     *
     * @param own this process's rank
     * @param watch is told of losses; null if nobody watches this rank
     */
    LostRanks(int own, RankWatch watch) {
        this.own = own;
        this.watch = watch;
    }

    /**
     * Whether a rank of an open communicator was lost, or a communicator revoked. If not, operations need no further
     * check. A process of another job that ends after its communicators were disconnected makes no difference.
     */
    boolean any() {
        return any;
    }

    /** Notes that a communicator was revoked. False if this was known already, or if the communicator was freed. */
    boolean revoke(Context context, Failure failure) {
        if (freed.contains(context)) {
            return false;
        }
        any = true;
        return revoked.putIfAbsent(context, failure) == null;
    }

    boolean isRevoked(Context context) {
        return revoked.containsKey(context);
    }

    /**
     * Why a communicator was revoked, or null if it was not. In a revoked communicator nothing is received any more,
     * not even a message that has arrived.
     */
    Failure revocation(int context) {
        return revoked.isEmpty() ? null : revoked.get(Context.of(context));
    }

    /** Throws if the communicator of a context was revoked. */
    void checkRevoked(int context) {
        throwUnlessNull(revocation(context));
    }

    /** Which of these ranks are lost, in the order of the losses. */
    List<Integer> among(int[] ranks) {
        if (failures.isEmpty()) {
            return List.of();
        }
        Set<Integer> asked = Arrays.stream(ranks).boxed().collect(Collectors.toSet());
        return failures.keySet().stream().filter(asked::contains).toList();
    }

    /**
     * Notes that the program knows of the first lost ranks among these ranks of a communicator. Returns how many lost
     * ranks it knows of.
     */
    int acknowledge(Context context, int[] ranks, int number) {
        List<Integer> lost = among(ranks);
        Set<Integer> known = acknowledged.computeIfAbsent(context, _ -> new HashSet<>());
        known.addAll(lost.subList(0, Math.min(number, lost.size())));
        return known.size();
    }

    /** The lost ranks that the program knows of. */
    Set<Integer> acknowledged(Context context) {
        return acknowledged.getOrDefault(context, Set.of());
    }

    boolean contains(int rank) {
        return !failures.isEmpty() && failures.containsKey(rank);
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
        any |= groups.isEmpty() || groups.values().stream().anyMatch(group -> group.has(rank));
        if (watch != null) {
            watch.lost(rank, failure.text());
        }
    }

    /** Why a rank is lost; null if it is not. */
    Failure failure(int rank) {
        return failures.get(rank);
    }

    /** Throws if the rank is lost. */
    void check(int rank) {
        throwUnlessNull(failures.get(rank));
    }

    /** Tells which ranks send messages in a context, and whether these messages belong to collective operations. */
    void group(int context, int[] ranks, boolean collective) {
        Group group = new Group(ranks, collective);
        groups.put(context, group);
        any |= failures.keySet().stream().anyMatch(group::has);
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

    /**
     * A communicator with this context was opened. An earlier communicator may have had the same context, and may have
     * been revoked.
     */
    void opened(Context context) {
        freed.remove(context);
    }

    /** Forgets a context when no communicator has it any more. */
    void forget(Context context) {
        groups.remove(context.pointToPoint());
        groups.remove(context.collective());
        groups.remove(context.window());
        acknowledged.remove(context);
        if (revoked.remove(context) != null) {
            freed.add(context);
        }
    }

    /**
     * Throws if a message in this context would belong to a communicator that was revoked, or to a collective operation
     * in which a dead rank takes part.
     */
    void checkCollective(int context) {
        throwUnlessNull(preventingCollective(context));
    }

    private static void throwUnlessNull(Failure failure) {
        if (failure != null) {
            throw new EngineException(failure);
        }
    }

    /**
     * Why an operation in this context that has not been matched can no longer complete, or null if it still can. A
     * collective operation can complete if every rank of the group is alive or has left. If a rank is dead, other ranks
     * give the operation up. A rank that waited for one of these others would wait for ever, although that one is
     * alive.
     */
    Failure preventingCollective(int context) {
        if (!any) {
            return null;
        }
        Failure revocation = revocation(context);
        if (revocation != null) {
            return revocation;
        }
        Group group = groups.get(context);
        return group != null && group.collective ? firstDead(group.ranks) : null;
    }

    /** Why a collective operation can never complete that waits for the part of one rank; or null. */
    Failure preventingCollective(int context, int awaited) {
        Failure failure = preventingCollective(context);
        return failure != null || !any ? failure : failures.get(awaited);
    }

    /**
     * Why a blocking receive or a probe with these arguments may have no sender left, or null. It fails when a rank is
     * lost that it {@linkplain #preventingForEver names}. From any source, it also fails when a rank is dead whose loss
     * the program has {@linkplain #interrupting not acknowledged}.
     */
    Failure preventing(int context, int source) {
        Failure failure = preventingForEver(context, source);
        return failure != null ? failure : hindering(context, source, ErrorClass.ERR_PROC_FAILED);
    }

    /** Throws if a probe with these arguments may have no sender left. */
    void checkSource(int context, int source) {
        throwUnlessNull(preventing(context, source));
    }

    /** Why a posted receive fails, or null. */
    Failure preventing(Receive receive) {
        return receive.isBlocking() ? preventing(receive.context, receive.source)
            : preventingForEver(receive.context, receive.source);
    }

    /**
     * Why a receive with these arguments can never complete, or null. A receive from one rank cannot complete when that
     * rank is lost. A receive from any source cannot complete when all other ranks are lost.
     */
    Failure preventingForEver(int context, int source) {
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
        if (group == null || firstDead(unacknowledged(context, group.ranks)) != null) {
            return null;
        }
        Failure last = lastOf(group.ranks);
        return last == null ? null : new Failure(last.error(),
            last.text() + "; a receive from any source cannot complete, because no other rank is left");
    }

    /**
     * Why a program must not wait for a non-blocking receive with these arguments at present, or null. The receive goes
     * on. The reason is that a rank that sends in its context is dead, and that the program has not acknowledged this
     * loss: the dead rank might have been the sender. A rank that has left has sent everything that it had to send, so
     * its loss is no reason. MPI: an error of class MPI_ERR_PROC_FAILED_PENDING.
     */
    Failure interrupting(int context, int source) {
        return hindering(context, source, ErrorClass.ERR_PROC_FAILED_PENDING);
    }

    /** The loss that hinders a receive from any source until the program acknowledges it, or null. */
    private Failure hindering(int context, int source, ErrorClass error) {
        if (!any || source != Receive.ANY) {
            return null;
        }
        Group group = groups.get(context);
        Failure failure = group == null ? firstDead() : firstDead(unacknowledged(context, group.ranks));
        return failure == null ? null : new Failure(error, failure.text() + "; a receive from any source may wait for"
            + " a message of that rank; acknowledge the loss to go on receiving from the other ranks");
    }

    /** Why something in which all of these ranks take part may never complete; or null. */
    Failure firstLost(int[] ranks) {
        if (failures.isEmpty()) {
            return null;
        }
        for (int rank : ranks) {
            Failure failure = failures.get(rank);
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private int[] unacknowledged(int context, int[] ranks) {
        Set<Integer> known = acknowledged(Context.of(context));
        return known.isEmpty() ? ranks : Arrays.stream(ranks).filter(rank -> !known.contains(rank)).toArray();
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

    /** The failure of the last of these ranks if all of them but this one are lost; else null. */
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
