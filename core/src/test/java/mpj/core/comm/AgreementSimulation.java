package mpj.core.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Ranks with several threads each that make and free communicators. One thread runs at a time, up to its next maximum,
 * so every interleaving can be written down and repeated.
 */
final class AgreementSimulation {
    /** A thread of a rank. */
    record Member(int rank, int thread) {
    }

    /** The actions of a thread. */
    interface Program {
        void run(Communicators communicators);
    }

    /** A maximum that some of its participants have called. */
    private static final class Round {
        private final List<Task> arrived = new ArrayList<>();
        private long maximum = Long.MIN_VALUE;
    }

    private final class Task {
        private final Member member;
        private final Program program;
        private final Semaphore mayMove = new Semaphore(0);
        private boolean runnable = true;
        private Throwable failure;

        Task(Member member, Program program) {
            this.member = member;
            this.program = program;
        }

        void run() {
            mayMove.acquireUninterruptibly();
            try {
                program.run(new Communicators(this));
            } catch (Throwable e) {
                failure = e;
            }
            left.remove(this);
            moved.release();
        }

        long maximum(String parent, int members, long value) {
            maxima++;
            Round round = rounds.computeIfAbsent(parent, _ -> new Round());
            round.maximum = Math.max(round.maximum, value);
            round.arrived.add(this);
            runnable = false;
            if (round.arrived.size() == members) {
                rounds.remove(parent);
                round.arrived.forEach(task -> task.runnable = true);
            }
            moved.release();
            mayMove.acquireUninterruptibly();
            return round.maximum;
        }
    }

    /** The communicators of a rank, as one of its threads makes and frees them. */
    final class Communicators {
        private final Task task;
        private final int rank;

        private Communicators(Task task) {
            this.task = task;
            this.rank = task.member.rank;
        }

        /**
         * Makes a communicator.
         *
         * @param parent the communicator from which it is made; all threads that pass the same parent take part
         * @param members the number of participants
         * @return the id of the communicator
         */
        int make(String parent, int members) {
            int id = new ContextAgreement(ids.get(rank))
                .agree(value -> task.maximum(parent, members, value), () -> { }).id();
            assertTrue(inUse.get(rank).add(id), () -> "id " + id + " is in use twice on rank " + rank);
            return id;
        }

        void free(int id) {
            inUse.get(rank).remove(id);
            ids.get(rank).release(id);
        }
    }

    private final int limit;
    private final List<ContextIds> ids;
    private final List<Set<Integer>> inUse = new ArrayList<>();
    private final Map<String, Round> rounds = new HashMap<>();
    private final List<Task> tasks = new ArrayList<>();
    /** The threads that have not ended. */
    private final List<Task> left = new ArrayList<>();
    private final Semaphore moved = new Semaphore(0);
    private int maxima;

    /** @param limit the number of ids */
    AgreementSimulation(int ranks, int limit) {
        this(limit, IntStream.range(0, ranks).mapToObj(rank -> new ContextIds(rank, limit, () -> 0)).toList());
    }

    /**
     * A simulation with processes that may be of several jobs.
     *
     * @param limit the number of ids
     * @param processes the ids of each process; the simulation calls them ranks 0, 1, ...
     */
    AgreementSimulation(int limit, List<ContextIds> processes) {
        this.limit = limit;
        ids = processes;
        processes.forEach(_ -> inUse.add(new HashSet<>()));
    }

    ContextIds ids(int rank) {
        return ids.get(rank);
    }

    void add(int rank, int thread, Program program) {
        Task task = new Task(new Member(rank, thread), program);
        tasks.add(task);
        left.add(task);
    }

    /**
     * Runs all threads to their end.
     *
     * @param order chooses the next thread among those that can move
     * @param mostMaxima after this many calls of maximum, the simulation counts as endless
     */
    void run(ToIntFunction<List<Member>> order, int mostMaxima) {
        tasks.forEach(task -> Thread.ofPlatform().daemon().start(task::run));
        while (!left.isEmpty()) {
            List<Task> runnable = left.stream().filter(task -> task.runnable).toList();
            assertFalse(runnable.isEmpty(), "everybody waits");
            Task next = runnable.get(order.applyAsInt(runnable.stream().map(task -> task.member).toList()));
            next.mayMove.release();
            moved.acquireUninterruptibly();
            if (next.failure != null) {
                throw new AssertionError(next.member.toString(), next.failure);
            }
            assertTrue(maxima <= mostMaxima, "no end after " + maxima + " maxima");
        }
    }

    /** Asserts that no id is in use on any rank. */
    void assertAllFree() {
        for (int rank = 0; rank < ids.size(); rank++) {
            for (int id = 0; id < limit; id++) {
                assertFalse(ids.get(rank).isUsed(id), "id " + id + " of rank " + rank);
            }
            assertEquals(Set.of(), inUse.get(rank));
        }
    }

    /** One thread after the other in this order, repeatedly. */
    static ToIntFunction<List<Member>> inTurn(List<Member> order) {
        Deque<Member> queue = new ArrayDeque<>(order);
        return runnable -> {
            Member next = queue.stream().filter(runnable::contains).findFirst().orElseThrow();
            queue.remove(next);
            queue.addLast(next);
            return runnable.indexOf(next);
        };
    }
}
