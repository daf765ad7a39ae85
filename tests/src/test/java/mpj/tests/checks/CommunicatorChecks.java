package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.User_function;
import mpj.tests.Check;

/** Communicators that are made from others: their members, and the separation of their messages. */
public final class CommunicatorChecks {
    private static final int COUNT = 50_000;

    /** Every rank sends its rank in the world around the ring. The members must be these, in this order. */
    static void assertRing(Intracomm comm, int... members) {
        assertEquals(members.length, comm.Size());
        assertEquals(members[comm.Rank()], RANK, "the rank in the world of rank " + comm.Rank());
        int next = (comm.Rank() + 1) % members.length;
        int previous = (comm.Rank() + members.length - 1) % members.length;
        int[] received = new int[1];
        assertStatus(previous, 1, 1, comm.Sendrecv(new int[] {RANK}, 0, 1, MPI.INT, next, 1,
            received, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1));
        assertEquals(members[previous], received[0]);
        comm.Barrier();
    }

    private static int[] all() {
        return IntStream.range(0, SIZE).toArray();
    }

    @Check
    public void communicatorsAreFreedAtTheEndOfATry() {
        Intracomm kept;
        try (Intracomm copy = COMM.Split(0, RANK)) {
            copy.Barrier();
            kept = copy;
        }
        assertTrue(kept.Is_null());
        kept.close();
        assertError(MPI.ERR_COMM, "freed", kept::Barrier);
        assertError(MPI.ERR_COMM, "MPI.COMM_WORLD", COMM::close);
    }

    @Check
    public void cloneHasItsOwnContext() {
        Intracomm clone = (Intracomm) COMM.clone();
        assertEquals(MPI.CONGRUENT, Comm.Compare(COMM, clone));
        assertEquals(MPI.IDENT, Comm.Compare(clone, clone));
        Request here = COMM.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        assertRing(clone, all());
        assertNull(here.Test(), "a message of the clone's was received in the world");
        COMM.Barrier();
        here.Cancel();
        assertTrue(here.Wait().Test_cancelled());
        clone.Free();
    }

    @Check
    public void splitOrdersByKeyThenRank() {
        Intracomm reversed = COMM.Split(7, -RANK);
        assertRing(reversed, all().length == 1 ? all() : IntStream.range(0, SIZE).map(i -> SIZE - 1 - i).toArray());
        assertEquals(SIZE == 1 ? MPI.CONGRUENT : MPI.SIMILAR, Intracomm.Compare(COMM, reversed));
        Intracomm sameKey = COMM.Split(0, 5);
        assertRing(sameKey, all());
        assertEquals(MPI.CONGRUENT, Comm.Compare(COMM, sameKey));
        reversed.Free();
        sameKey.Free();
    }

    @Check
    public void splitByColorLeavesOutUndefined() {
        Intracomm third = COMM.Split(RANK % 3 == 2 ? MPI.UNDEFINED : RANK % 3, RANK);
        if (RANK % 3 == 2) {
            assertNull(third);
            assertSame(MPI.COMM_NULL, third);
        } else {
            assertRing(third, IntStream.range(0, SIZE).filter(rank -> rank % 3 == RANK % 3).toArray());
            assertEquals(SIZE == 1 ? MPI.CONGRUENT : MPI.UNEQUAL, Comm.Compare(COMM, third));
            third.Free();
        }
    }

    @Check
    public void createTakesTheGroupsOrder() {
        Group evenRanks = COMM.Group().Range_incl(new int[][] {{(SIZE - 1) / 2 * 2, 0, -2}});
        Intracomm even = COMM.Create(evenRanks);
        int[] members = IntStream.iterate((SIZE - 1) / 2 * 2, rank -> rank >= 0, rank -> rank - 2).toArray();
        if (RANK % 2 == 0) {
            assertRing(even, members);
            assertEquals(MPI.IDENT, Group.Compare(evenRanks, even.Group()));
            even.Free();
        } else {
            assertNull(even);
        }
        assertNull(COMM.Create(MPI.GROUP_EMPTY));
        evenRanks.free();
    }

    @Check
    public void groupsOfTheWorldAndOfSelf() {
        Group world = COMM.Group();
        assertEquals(SIZE, world.Size());
        assertEquals(RANK, world.Rank());
        Group self = MPI.COMM_SELF.Group();
        assertEquals(1, self.Size());
        assertEquals(RANK, Group.Translate_ranks(self, new int[] {0}, world)[0]);
        assertEquals(SIZE == 1 ? MPI.CONGRUENT : MPI.UNEQUAL, Comm.Compare(COMM, MPI.COMM_SELF));
        assertEquals(MPI.IDENT, Group.Compare(world, COMM.Group()));
        assertFalse(COMM.Test_inter());
        assertEquals(MPI.UNDEFINED, COMM.Topo_test());
        world.finalize();
        assertError(MPI.ERR_GROUP, "was freed", () -> COMM.Create(world));
    }

    @Check
    public void freedCommunicatorIsRefusedByEveryCall() {
        Intracomm comm = (Intracomm) COMM.clone();
        assertFalse(comm.Is_null());
        int[] received = new int[1];
        Request pending = comm.Irecv(received, 0, 1, MPI.INT, PREVIOUS, 1);
        comm.Send(new int[] {RANK}, 0, 1, MPI.INT, NEXT, 1);
        comm.Free();
        assertStatus(PREVIOUS, 1, 1, pending.Wait());
        assertEquals(PREVIOUS, received[0], "a receive that was pending at Free");
        assertTrue(comm.Is_null());
        assertError(MPI.ERR_COMM, "was freed", comm::Size);
        assertError(MPI.ERR_COMM, "was freed", comm::Rank);
        assertError(MPI.ERR_COMM, "was freed", comm::Group);
        assertError(MPI.ERR_COMM, "was freed", comm::Free);
        assertError(MPI.ERR_COMM, "was freed", comm::clone);
        assertError(MPI.ERR_COMM, "was freed", comm::Barrier);
        assertError(MPI.ERR_COMM, "was freed", comm::Test_inter);
        assertError(MPI.ERR_COMM, "was freed", comm::Topo_test);
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Split(0, 0));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Create(MPI.GROUP_EMPTY));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Create_cart(new int[0], new boolean[0], false));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Create_graph(new int[0], new int[0], false));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Attr_get(MPI.TAG_UB));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Errhandler_set(MPI.ERRORS_RETURN));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Send(received, 0, 1, MPI.INT, 0, 1));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Recv(received, 0, 1, MPI.INT, 0, 1));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Send(received, 0, 1, MPI.INT, MPI.PROC_NULL, 1));
        assertError(MPI.ERR_COMM, "was freed", () -> comm.Iprobe(0, 1));
        assertError(MPI.ERR_COMM, "was freed", () -> Comm.Compare(COMM, comm));
    }

    @Check
    public void collectivesUnderWayAtFreeComplete() {
        Intracomm comm = (Intracomm) COMM.clone();
        int[] sums = new int[COUNT];
        int[] all = new int[SIZE];
        Request[] requests = {
            comm.Iallreduce(IntStream.range(0, COUNT).toArray(), 0, sums, 0, COUNT, MPI.INT, MPI.SUM),
            comm.Iallgather(new int[] {RANK}, 0, 1, MPI.INT, all, 0, 1, MPI.INT),
            comm.Ibarrier()};
        comm.Free();
        ((Intracomm) COMM.clone()).Free();
        Request.Waitall(requests);
        assertArrayEquals(IntStream.range(0, COUNT).map(i -> SIZE * i).toArray(), sums);
        assertArrayEquals(all(), all);
    }

    /** This holds even if the program keeps references to the communicators. */
    @Check
    public void freedCommunicatorsKeepNoMemoryOfTheirCollectives() {
        List<Comm> freed = new ArrayList<>();
        int[] sent = new int[COUNT];
        int[] received = new int[COUNT];
        COMM.Barrier();
        long before = usedAfterACollection();
        for (int i = 0; i < 60; i++) {
            Intracomm comm = (Intracomm) COMM.clone();
            comm.Scan(sent, 0, received, 0, COUNT, MPI.INT, MPI.SUM);
            comm.Free();
            freed.add(comm);
        }
        COMM.Barrier();
        long more = usedAfterACollection() - before;
        COMM.Barrier();
        // If the memory were kept, it would be three times as much. Ranks that are threads share a heap, and each has
        // 60 communicators.
        int ranks = System.getProperty("mpj.transport", "").startsWith("threads") ? SIZE : 1;
        assertTrue(more < 20L * Integer.BYTES * COUNT * ranks,
            freed.size() + " freed communicators have " + more + " bytes");
    }

    private static long usedAfterACollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** If the communicator could be freed, the rank would go on in memory that it has given back. */
    @Check
    public void communicatorIsNotFreedWithinACollective() {
        Intracomm comm = (Intracomm) COMM.clone();
        int[] calls = new int[1];
        Op op = new Op(new User_function() {
            @Override
            public void Call(Object invec, int inoffset, Object inoutvec, int outoffset, int count,
                             Datatype datatype) {
                assertError(MPI.ERR_COMM, "a collective is under way", comm::Free);
                calls[0]++;
                for (int i = 0; i < count; i++) {
                    ((int[]) inoutvec)[outoffset + i] += ((int[]) invec)[inoffset + i];
                }
            }
        }, true);
        int[] sum = new int[1];
        comm.Allreduce(new int[] {RANK}, 0, sum, 0, 1, MPI.INT, op);
        assertEquals(SIZE * (SIZE - 1) / 2, sum[0]);
        comm.Free();
        int[] allCalls = new int[1];
        COMM.Allreduce(calls, 0, allCalls, 0, 1, MPI.INT, MPI.SUM);
        assertTrue(SIZE == 1 || allCalls[0] > 0);
    }

    @Check
    public void persistentRequestsOfAFreedCommunicatorDoNotStart() {
        Intracomm comm = (Intracomm) COMM.clone();
        Prequest barrier = comm.Barrier_init();
        Prequest receive = comm.Recv_init(new int[1], 0, 1, MPI.INT, 0, 1);
        comm.Free();
        assertError(MPI.ERR_COMM, "was freed", receive::Start);
        assertError(MPI.ERR_COMM, "was freed", barrier::Start);
    }

    @Check
    public void wrongArgumentsAreNamed() {
        assertError(MPI.ERR_COMM, "MPI.COMM_WORLD cannot be freed", COMM::Free);
        assertError(MPI.ERR_COMM, "MPI.COMM_SELF cannot be freed", MPI.COMM_SELF::Free);
        assertError(MPI.ERR_COMM, "comm2 is null", () -> Comm.Compare(COMM, MPI.COMM_NULL));
        assertError(MPI.ERR_ARG, "color is -7", () -> COMM.Split(-7, 0));
        assertError(MPI.ERR_GROUP, "group is null", () -> COMM.Create(MPI.GROUP_NULL));
        if (SIZE > 1) {
            Group others = COMM.Group().Excl(new int[] {RANK});
            assertError(MPI.ERR_GROUP, "which is not in the communicator",
                () -> ((Intracomm) MPI.COMM_SELF).Create(others));
        }
    }

    /** The contexts differ although the ranks have taken part in different numbers of communicators. */
    @Check
    public void manyCommunicatorsAtOnceStayApart() {
        Random sameOnAll = new Random(4);
        List<Intracomm> open = new ArrayList<>();
        List<int[]> members = new ArrayList<>();
        List<Integer> rounds = new ArrayList<>();
        for (int round = 0; round < 200; round++) {
            int chosen = sameOnAll.nextInt(1, 1 << SIZE);
            int[] part = IntStream.range(0, SIZE).filter(rank -> (chosen >> rank & 1) == 1).toArray();
            Intracomm comm = COMM.Split((chosen >> RANK & 1) == 1 ? 0 : MPI.UNDEFINED, 0);
            if (comm != null) {
                open.add(comm);
                members.add(part);
                rounds.add(round);
            }
            // All ranks free the same communicators: those that were made 20 rounds before.
            while (!open.isEmpty() && rounds.getFirst() < round - 20) {
                open.removeFirst().Free();
                members.removeFirst();
                rounds.removeFirst();
            }
        }
        Request[] requests = new Request[open.size()];
        int[] received = new int[open.size()];
        for (int i = 0; i < open.size(); i++) {
            Intracomm comm = open.get(i);
            requests[i] = comm.Irecv(received, i, 1, MPI.INT, MPI.ANY_SOURCE, 1);
        }
        for (int i = open.size() - 1; i >= 0; i--) {
            Intracomm comm = open.get(i);
            comm.Send(new int[] {RANK}, 0, 1, MPI.INT, (comm.Rank() + 1) % comm.Size(), 1);
        }
        Request.Waitall(requests);
        for (int i = 0; i < open.size(); i++) {
            int[] part = members.get(i);
            assertEquals(part[(open.get(i).Rank() + part.length - 1) % part.length], received[i], "communicator " + i);
            open.get(i).Free();
        }
    }

    /** Two threads of each rank make communicators at the same time, from different parents. */
    @Check
    public void threadsMakeCommunicatorsAtOnce() throws Exception {
        Intracomm[] parents = {(Intracomm) COMM.clone(), COMM.Split(0, -RANK), COMM.Split(RANK % 2, 0)};
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Intracomm parent : parents) {
            tasks.add(() -> {
                for (int round = 0; round < 30; round++) {
                    Intracomm child = (Intracomm) parent.clone();
                    int[] received = new int[1];
                    child.Sendrecv(new int[] {round}, 0, 1, MPI.INT, (child.Rank() + 1) % child.Size(), 1,
                        received, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1);
                    assertEquals(round, received[0]);
                    child.Free();
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
        for (Intracomm parent : parents) {
            parent.Free();
        }
    }

    @Check
    public void attributesAreCopiedAsTheirKeyvalSays() {
        int copied = Comm.Keyval_create(true);
        int kept = Comm.Keyval_create(false);
        Intracomm comm = (Intracomm) COMM.clone();
        assertNull(comm.Attr_get(copied));
        comm.Attr_put(copied, 42);
        comm.Attr_put(kept, "text");
        assertEquals(42, comm.Attr_get(copied));
        Intracomm clone = (Intracomm) comm.clone();
        assertEquals(42, clone.Attr_get(copied));
        assertNull(clone.Attr_get(kept));
        assertNull(COMM.Attr_get(copied));
        clone.Attr_put(copied, 43);
        assertEquals(42, comm.Attr_get(copied));
        comm.Attr_delete(copied);
        assertNull(comm.Attr_get(copied));
        assertError(MPI.ERR_ARG, "no attribute of keyval " + copied, () -> comm.Attr_delete(copied));
        Comm.Keyval_free(kept);
        assertError(MPI.ERR_ARG, "keyval is " + kept, () -> comm.Attr_get(kept));
        assertError(MPI.ERR_ARG, "keyval is -1", () -> comm.Attr_put(-1, 1));
        Comm.Keyval_free(copied);
        comm.Free();
        clone.Free();
    }

    @Check
    public void predefinedAttributesDiffer() {
        assertEquals(3, List.of(MPI.TAG_UB, MPI.HOST, MPI.IO).stream().distinct().count());
        assertEquals(MPI.PROC_NULL, COMM.Attr_get(MPI.HOST));
        assertEquals(MPI.ANY_SOURCE, COMM.Attr_get(MPI.IO));
        int largest = (Integer) COMM.Attr_get(MPI.TAG_UB);
        assertTrue(largest >= 32_767);
        assertStatus(PREVIOUS, largest, 0, COMM.Sendrecv(new int[0], 0, 0, MPI.INT, NEXT, largest,
            new int[0], 0, 0, MPI.INT, PREVIOUS, largest));
        assertError(MPI.ERR_ARG, "can only be read", () -> COMM.Attr_put(MPI.TAG_UB, 1));
        assertError(MPI.ERR_ARG, "can only be read", () -> Comm.Keyval_free(MPI.IO));
    }

    @Check
    public void errorHandlerIsInherited() {
        assertSame(MPI.ERRORS_RETURN, COMM.Errorhandler_get());
        Intracomm comm = (Intracomm) COMM.clone();
        comm.Errhandler_set(MPI.ERRORS_ARE_FATAL);
        assertSame(MPI.ERRORS_ARE_FATAL, comm.Errorhandler_get());
        Intracomm child = comm.Split(0, 0);
        assertSame(MPI.ERRORS_ARE_FATAL, child.Errorhandler_get());
        assertSame(MPI.ERRORS_RETURN, MPI.Errorhandler_get());
        assertError(MPI.ERR_ARG, "handler is null", () -> COMM.Errhandler_set(null));
        child.Free();
        comm.Free();
    }

    @Check
    public void threadLevel() throws Exception {
        assertEquals(MPI.THREAD_MULTIPLE, MPI.queryThread());
        assertTrue(MPI.isMainThread());
        boolean[] other = {true};
        Thread thread = Thread.ofPlatform().start(() -> other[0] = MPI.isMainThread());
        thread.join();
        assertFalse(other[0]);
        assertNotNull(new MPI());
        assertError(MPI.ERR_ARG, "required is 9", () -> MPI.initThread(9, 0, new String[0]));
    }
}
