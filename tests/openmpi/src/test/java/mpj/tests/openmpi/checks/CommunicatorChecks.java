package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.assertRing;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, chapter 6: groups, contexts, communicators. */
@Runs(ranks = {1, 2, 3, 4})
public final class CommunicatorChecks {
    private static final int ROUNDS = 30;

    private static int[] all() {
        return IntStream.range(0, SIZE).toArray();
    }

    private static int[] evens() {
        return IntStream.range(0, SIZE).filter(rank -> rank % 2 == 0).toArray();
    }

    // ------------------------------------------------------------------------------------------------- groups

    @Check
    void groupsAreSetsInOrder() {
        Group world = COMM.getGroup();
        assertEquals(SIZE, world.getSize());
        assertEquals(RANK, world.getRank());
        Group even = world.incl(evens());
        Group odd = world.excl(evens());
        assertEquals(RANK % 2 == 0 ? RANK / 2 : MPI.UNDEFINED, even.getRank());
        assertEquals(MPI.UNEQUAL, Group.compare(even, odd));
        assertEquals(MPI.IDENT, Group.compare(world.rangeIncl(new int[][] {{0, SIZE - 1, 2}}), even));
        assertEquals(MPI.IDENT, Group.compare(world.rangeExcl(new int[][] {{0, SIZE - 1, 2}}), odd));
        assertEquals(SIZE > 2 ? MPI.SIMILAR : MPI.IDENT, Group.compare(Group.union(even, odd), world));
        assertEquals(MPI.IDENT, Group.compare(Group.intersection(even, odd), MPI.GROUP_EMPTY));
        assertEquals(MPI.IDENT, Group.compare(Group.difference(world, odd), even));
        assertArrayEquals(IntStream.range(0, SIZE).map(rank -> rank % 2 == 0 ? rank / 2 : MPI.UNDEFINED).toArray(),
            Group.translateRanks(world, all(), even));
        assertEquals(MPI.PROC_NULL, Group.translateRanks(world, new int[] {MPI.PROC_NULL}, even)[0]);
        assertFalse(even.isNull());
        even.free();
        assertTrue(even.isNull());
        assertError(MPI.ERR_GROUP, "was freed", even::getSize);
        assertError(MPI.ERR_GROUP, "was freed", () -> COMM.create(even));
        assertError(MPI.ERR_RANK, "ranks[0] is " + SIZE, () -> world.incl(new int[] {SIZE}));
        assertError(MPI.ERR_GROUP, "cannot be freed", MPI.GROUP_EMPTY::free);
    }

    // --------------------------------------------------------------------------------------------- communicators

    @Check
    void predefinedCommunicators() {
        assertEquals(1, MPI.COMM_SELF.getSize());
        assertEquals(0, MPI.COMM_SELF.getRank());
        assertFalse(COMM.isInter());
        assertFalse(COMM.isNull());
        assertEquals(MPI.UNDEFINED, COMM.getTopology());
        assertEquals(MPI.IDENT, Comm.compare(COMM, COMM));
        assertEquals(SIZE == 1 ? MPI.CONGRUENT : MPI.UNEQUAL, Comm.compare(COMM, MPI.COMM_SELF));
        assertSame(MPI.REQUEST_NULL, COMM.getRequest());
        assertTrue(Intercomm.getParent().isNull());
        assertError(MPI.ERR_COMM, "MPI.COMM_WORLD cannot be freed", COMM::free);
        assertError(MPI.ERR_COMM, "MPI.COMM_SELF cannot be freed", MPI.COMM_SELF::disconnect);
    }

    @Check
    void duplicateHasAContextOfItsOwn() {
        Intracomm dup = COMM.dup();
        assertEquals(MPI.CONGRUENT, Comm.compare(COMM, dup));
        int[] received = new int[1];
        IntBuffer sent = MPI.newIntBuffer(1).put(0, 1);
        Request request = COMM.iSend(sent, 1, MPI.INT, NEXT, 1);
        dup.sendRecv(new int[] {2}, 1, MPI.INT, NEXT, 1, received, 1, MPI.INT, PREVIOUS, 1);
        assertEquals(2, received[0], "of two messages with the same source and tag");
        COMM.recv(received, 1, MPI.INT, PREVIOUS, 1);
        assertEquals(1, received[0]);
        request.waitFor();
        Intracomm clone = dup.clone();
        assertRing(clone, all());
        clone.free();
        dup.free();
        assertTrue(dup.isNull());
        assertError(MPI.ERR_COMM, "was freed", dup::getSize);
        assertError(MPI.ERR_COMM, "was freed", dup::free);
    }

    @Check
    void rankThatIsNotInACommunicatorGetsANullOne() {
        Intracomm even = COMM.split(RANK % 2 == 0 ? 7 : MPI.UNDEFINED, -RANK);
        assertEquals(RANK % 2 != 0, even.isNull());
        if (RANK % 2 == 0) {
            int[] descending = IntStream.range(0, SIZE).map(i -> SIZE - 1 - i).filter(rank -> rank % 2 == 0).toArray();
            assertRing(even, descending);
            even.free();
        } else {
            assertError(MPI.ERR_COMM, "ask isNull() first", even::getRank);
            assertError(MPI.ERR_COMM, "ask isNull() first", even::free);
        }
        Intracomm created = COMM.create(COMM.getGroup().incl(evens()));
        assertEquals(RANK % 2 != 0, created.isNull());
        if (RANK % 2 == 0) {
            assertRing(created, evens());
            created.free();
        }
        assertTrue(COMM.create(MPI.GROUP_EMPTY).isNull());
        Group evenRanks = COMM.getGroup().incl(evens());
        Group own = RANK % 2 == 0 ? evenRanks : Group.difference(COMM.getGroup(), evenRanks);
        Intracomm half = COMM.create(own);
        assertRing(half, Group.translateRanks(own, IntStream.range(0, own.getSize()).toArray(), COMM.getGroup()));
        half.free();
        assertError(MPI.ERR_ARG, "color is -7", () -> COMM.split(-7, 0));
    }

    /** Ranks outside the group do not call it at all. */
    @Check
    void membersAloneMakeTheCommunicatorOfAGroup() {
        Group even = COMM.getGroup().incl(evens());
        if (RANK % 2 == 0) {
            Intracomm first = COMM.createGroup(even, 0);
            Intracomm second = COMM.createGroup(even, Integer.MAX_VALUE);
            assertRing(first, evens());
            assertRing(second, evens());
            assertEquals(MPI.CONGRUENT, Comm.compare(first, second));
            first.free();
            second.free();
            assertError(MPI.ERR_TAG, "tag is -1", () -> COMM.createGroup(even, -1));
        } else {
            assertTrue(COMM.createGroup(even, 0).isNull());
        }
        if (SIZE > 1) {
            Group others = COMM.getGroup().excl(new int[] {RANK});
            assertError(MPI.ERR_GROUP, "not in the communicator", () -> MPI.COMM_SELF.createGroup(others, 1));
        }
    }

    /** Each thread works with a different rank, and its tags show which messages belong to which call. */
    @Check
    void threadsMakeCommunicatorsOfGroupsAtOnce() throws Exception {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int other = 0; other < SIZE; other++) {
            if (other != RANK) {
                int[] pair = {Math.min(RANK, other), Math.max(RANK, other)};
                int tag = pair[0] * SIZE + pair[1];
                tasks.add(() -> {
                    for (int i = 0; i < 5; i++) {
                        Intracomm comm = COMM.createGroup(COMM.getGroup().incl(pair), tag);
                        assertRing(comm, pair);
                        comm.free();
                    }
                    return null;
                });
            }
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(SIZE)) {
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
    }

    /**
     * The names of the hosts show which ranks must be together. Ranks on one host have the same name, so the names
     * differ only on several hosts.
     */
    @Check
    void splitTypePutsTheRanksOfAHostTogether() {
        Intracomm host = COMM.splitType(Comm.TYPE_SHARED, -RANK, MPI.INFO_NULL);
        int[] ranks = Group.translateRanks(host.getGroup(), IntStream.range(0, host.getSize()).toArray(),
            COMM.getGroup());
        for (int i = 1; i < ranks.length; i++) {
            assertTrue(ranks[i] < ranks[i - 1], "their order is that of the keys");
        }
        int[] hash = {MPI.getProcessorName().hashCode()};
        int[] same = new int[1];
        host.allReduce(hash, same, 1, MPI.INT, MPI.BXOR);
        assertEquals(host.getSize() % 2 == 0 ? 0 : hash[0], same[0]);
        int[] total = {host.getRank() == 0 ? host.getSize() : 0};
        COMM.allReduce(total, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE, total[0]);
        host.free();
        assertTrue(COMM.splitType(MPI.UNDEFINED, 0, MPI.INFO_NULL).isNull());
        assertError(MPI.ERR_ARG, "splitType is 5", () -> COMM.splitType(5, 0, MPI.INFO_NULL));
        assertError(MPI.ERR_INFO, "info is null", () -> COMM.splitType(Comm.TYPE_SHARED, 0, null));
    }

    @Check
    void namesAreOfEachCommunicator() {
        assertEquals("MPI_COMM_WORLD", COMM.getName());
        assertEquals("MPI_COMM_SELF", MPI.COMM_SELF.getName());
        Intracomm dup = COMM.dup();
        assertEquals("", dup.getName());
        dup.setName("duplicate");
        assertEquals("duplicate", dup.getName());
        dup.setName("n".repeat(MPI.MAX_OBJECT_NAME));
        assertError(MPI.ERR_ARG, "MPI.MAX_OBJECT_NAME", () -> dup.setName("n".repeat(MPI.MAX_OBJECT_NAME + 1)));
        assertError(MPI.ERR_ARG, "name is null", () -> dup.setName(null));
        dup.free();
    }

    // -------------------------------------------------------------------------------------- duplicates, not blocking

    @Check
    void duplicateMayBeUsedWhenItsRequestIsComplete() {
        Intracomm dup = COMM.iDup();
        assertFalse(dup.isNull());
        dup.getRequest().waitFor();
        assertRing(dup, all());
        assertEquals(MPI.CONGRUENT, Comm.compare(COMM, dup));
        dup.free();
        assertTrue(dup.isNull());
    }

    /** Rank 0 calls it last, after all other ranks have told it that they have called it. */
    @Check(ranks = 2)
    void startOfADuplicateWaitsForNobody() {
        byte[] nothing = {};
        if (RANK == 0) {
            for (int i = 1; i < SIZE; i++) {
                COMM.recv(nothing, 0, MPI.BYTE, i, 1);
            }
            Intracomm dup = COMM.iDup();
            dup.getRequest().waitFor();
            assertRing(dup, all());
            dup.free();
        } else {
            Intracomm dup = COMM.iDup();
            assertFalse(dup.getRequest().test());
            assertError(MPI.ERR_COMM, "not made yet", dup::getSize);
            COMM.send(nothing, 0, MPI.BYTE, 0, 1);
            dup.getRequest().waitFor();
            assertRing(dup, all());
            dup.free();
        }
    }

    /**
     * All duplicates are of the same communicator, in the same order. Other collectives run in between, and new
     * communicators are made.
     */
    @Check
    void duplicatesAreMadeWhileOtherCommunicatorsAre() {
        List<Intracomm> pending = new ArrayList<>();
        List<Intracomm> done = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            pending.add(COMM.iDup());
            done.add(COMM.dup());
            int[] sum = {1};
            COMM.allReduce(sum, 1, MPI.INT, MPI.SUM);
            assertEquals(SIZE, sum[0]);
            pending.add(done.getLast().iDup());
            done.add(MPI.COMM_SELF.dup());
            if (round % 3 == 2) {
                done.removeFirst().free();
            }
        }
        for (Intracomm comm : pending.reversed()) {
            comm.getRequest().waitFor();
        }
        List<Intracomm> both = new ArrayList<>(pending);
        done.stream().filter(comm -> comm.getSize() == SIZE).forEach(both::add);
        IntBuffer received = MPI.newIntBuffer(both.size());
        Request[] requests = new Request[both.size()];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = both.get(i).iRecv(MPI.slice(received, i), 1, MPI.INT, PREVIOUS, 0);
        }
        for (int i = requests.length - 1; i >= 0; i--) {
            both.get(i).send(new int[] {i}, 1, MPI.INT, NEXT, 0);
        }
        Request.waitAll(requests);
        for (int i = 0; i < requests.length; i++) {
            assertEquals(i, received.get(i));
        }
        pending.forEach(Comm::free);
        done.forEach(Comm::free);
    }

    /** The duplicate does not have an attribute that was set after the start. */
    @Check
    void startedDuplicateHasTheAttributesOfThatTime() {
        int keyval = Comm.createKeyval();
        Intracomm comm = COMM.dup();
        comm.setAttr(keyval, "before");
        Intracomm dup = comm.iDup();
        comm.setAttr(keyval, "after");
        dup.getRequest().waitFor();
        assertEquals("before", dup.getAttr(keyval));
        Comm.freeKeyval(keyval);
        comm.free();
        dup.free();
    }

    /** The original may be freed before the duplicate is complete. */
    @Check
    void startedDuplicateOutlivesItsOriginal() {
        Intracomm comm = COMM.dup();
        Intracomm dup = comm.iDup();
        comm.free();
        COMM.dup().free();
        dup.getRequest().waitFor();
        assertRing(dup, all());
        dup.free();
    }

    // ------------------------------------------------------------------------------------------------------ ends

    @Check
    void disconnectWaitsForWhatWasStarted() {
        Intracomm comm = COMM.dup();
        IntBuffer sent = MPI.newIntBuffer(1).put(0, RANK);
        IntBuffer received = MPI.newIntBuffer(1);
        Request receive = comm.iRecv(received, 1, MPI.INT, PREVIOUS, 1);
        Request send = comm.iSend(sent, 1, MPI.INT, NEXT, 1);
        comm.disconnect();
        assertTrue(comm.isNull());
        assertEquals(PREVIOUS, received.get(0));
        receive.waitFor();
        send.waitFor();
    }

    // -------------------------------------------------------------------------------------------- of two groups

    private static Intercomm evensAndOdds() {
        Intracomm half = COMM.split(RANK % 2, RANK);
        return COMM.createIntercomm(half, 0, 1 - RANK % 2, 5);
    }

    @Check(ranks = 2)
    void intercommunicatorOfTwoGroups() {
        Intercomm inter = evensAndOdds();
        int evens = (SIZE + 1) / 2;
        assertTrue(inter.isInter());
        assertEquals(RANK % 2 == 0 ? evens : SIZE - evens, inter.getSize());
        assertEquals(RANK % 2 == 0 ? SIZE - evens : evens, inter.getRemoteSize());
        assertEquals(RANK / 2, inter.getRank());
        assertEquals(MPI.UNDEFINED, inter.getRemoteGroup().getRank());
        Intercomm dup = inter.dup();
        assertEquals(MPI.CONGRUENT, Comm.compare(inter, dup));
        Intercomm later = inter.iDup();
        later.getRequest().waitFor();
        for (Intercomm each : List.of(inter, dup, later)) {
            int partner = each.getRank();
            if (partner < each.getRemoteSize()) {
                int[] received = new int[1];
                each.sendRecv(new int[] {RANK}, 1, MPI.INT, partner, 1, received, 1, MPI.INT, partner, 1);
                assertEquals(RANK % 2 == 0 ? RANK + 1 : RANK - 1, received[0]);
            }
        }
        Intracomm merged = later.merge(RANK % 2 == 0);
        assertEquals(RANK % 2 == 0 ? SIZE - evens + RANK / 2 : RANK / 2, merged.getRank());
        assertEquals(MPI.SIMILAR, Comm.compare(merged, COMM));
        merged.free();
        later.free();
        dup.disconnect();
        inter.free();
        assertError(MPI.ERR_COMM, "localComm is null", () -> COMM.createIntercomm(null, 0, 0, 0));
    }

    // ----------------------------------------------------------------------------------------------- the process

    @Check
    void stateOfMpi() throws Exception {
        assertTrue(MPI.isInitialized());
        assertFalse(MPI.isFinalized());
        assertEquals(MPI.THREAD_MULTIPLE, MPI.queryThread());
        assertTrue(MPI.isThreadMain());
        boolean[] other = {true};
        Thread thread = Thread.ofPlatform().start(() -> other[0] = MPI.isThreadMain());
        thread.join();
        assertFalse(other[0]);
        assertEquals(3, MPI.getVersion().getVersion());
        assertEquals(1, MPI.getVersion().getSubVersion());
        assertTrue(MPI.getLibVersion().startsWith("MPJ"));
        assertNotEquals("", MPI.getProcessorName());
        double before = MPI.wtime();
        assertTrue(MPI.wtick() > 0);
        assertTrue(MPI.wtime() >= before);
        MPI.pControl(1, null);
        assertError(MPI.ERR_OTHER, "was called before", () -> MPI.Init(new String[0]));
        assertError(MPI.ERR_ARG, "required is 9", () -> MPI.InitThread(new String[0], 9));
    }
}
