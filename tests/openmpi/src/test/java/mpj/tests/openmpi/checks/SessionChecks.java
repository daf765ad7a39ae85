package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.assertRing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Session;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 4.1, sections 11.3 and 7.4.2: sessions, and communicators of groups, beside Init. */
@Runs(ranks = {1, 2, 4})
public final class SessionChecks {
    private static final int THREADS = 4;
    private static final int ROUNDS = 10;
    private static final int TAG = 78;

    private static Session begun() {
        return Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    private static Intracomm of(Group group, String stringTag) {
        return Intracomm.createFromGroup(group, stringTag, MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    private static int[] all() {
        return IntStream.range(0, SIZE).toArray();
    }

    // ------------------------------------------------------------------------------------------- process sets

    @Check
    void everyProcessSetHasANameAndASize() {
        Session session = begun();
        int sets = session.getNumPsets(MPI.INFO_NULL);
        List<String> names = IntStream.range(0, sets).mapToObj(n -> session.getNthPset(MPI.INFO_NULL, n)).toList();
        assertTrue(names.containsAll(List.of("mpi://WORLD", "mpi://SELF", "mpj://world", "mpj://host")),
            names::toString);
        for (String name : names) {
            assertTrue(name.length() <= MPI.MAX_PSET_NAME_LEN, name);
            Group group = session.groupFromPset(name);
            assertEquals(Integer.toString(group.getSize()), session.getPsetInfo(name).get("mpi_size"));
            assertTrue(group.getRank() >= 0, name);
        }
        assertEquals(MPI.IDENT, Group.compare(COMM.getGroup(), session.groupFromPset("mpi://WORLD")));
        assertEquals(MPI.IDENT, Group.compare(COMM.getGroup(), session.groupFromPset("mpj://world")));
        assertEquals(MPI.IDENT, Group.compare(MPI.COMM_SELF.getGroup(), session.groupFromPset("mpi://SELF")));
        session.finalizeSession();
    }

    @Check
    void hostIsTheSetOfARanksNeighbours() {
        Session session = begun();
        Intracomm host = COMM.splitType(Comm.TYPE_SHARED, RANK, MPI.INFO_NULL);
        assertEquals(MPI.IDENT, Group.compare(host.getGroup(), session.groupFromPset("mpj://host")));
        host.free();
        session.finalizeSession();
    }

    @Check
    void processSetsThatDoNotExist() {
        Session session = begun();
        int sets = session.getNumPsets(MPI.INFO_NULL);
        assertError(MPI.ERR_ARG, "n is " + sets, () -> session.getNthPset(MPI.INFO_NULL, sets));
        assertError(MPI.ERR_ARG, "n is -1", () -> session.getNthPset(MPI.INFO_NULL, -1));
        assertError(MPI.ERR_ARG, "\"mpi://MARS\"", () -> session.groupFromPset("mpi://MARS"));
        assertError(MPI.ERR_ARG, "mpj://host", () -> session.getPsetInfo("mpi://MARS"));
        assertError(MPI.ERR_ARG, "psetName is null", () -> session.groupFromPset(null));
        assertError(MPI.ERR_INFO, "info is null", () -> session.getNumPsets(null));
        assertError(MPI.ERR_INFO, "info is null", () -> session.getNthPset(null, 0));
        session.finalizeSession();
    }

    // ------------------------------------------------------------------------------------------- sessions

    @Check
    void sessionKeepsItsHintsAndItsHandler() {
        Info hints = new Info();
        hints.set("colour", "red");
        Session session = Session.init(hints, MPI.ERRORS_ARE_FATAL);
        hints.set("colour", "green");
        assertEquals("red", session.getInfo().get("colour"));
        assertEquals("MPI_THREAD_MULTIPLE", session.getInfo().get("thread_level"));
        assertNull(MPI.COMM_SELF.getInfo().get("colour"));
        assertSame(MPI.ERRORS_ARE_FATAL, session.getErrhandler());
        session.setErrhandler(MPI.ERRORS_RETURN);
        assertSame(MPI.ERRORS_RETURN, session.getErrhandler());
        assertError(MPI.ERR_ARG, "handler is null", () -> session.setErrhandler(null));
        assertError(MPI.ERR_SPAWN, "has called the error handler", () -> session.callErrhandler(MPI.ERR_SPAWN));
        session.finalizeSession();
        assertError(MPI.ERR_ARG, "handler is null", () -> Session.init(MPI.INFO_NULL, null));
        assertError(MPI.ERR_INFO, "info is null", () -> Session.init(null, MPI.ERRORS_RETURN));
    }

    @Check
    void endedSessionsCannotBeUsed() {
        Session session = begun();
        Session other = begun();
        assertFalse(session.isNull());
        session.finalizeSession();
        assertTrue(session.isNull());
        assertError(MPI.ERR_SESSION, "has ended", session::finalizeSession);
        assertError(MPI.ERR_SESSION, "has ended", session::getInfo);
        assertError(MPI.ERR_SESSION, "has ended", () -> session.getNumPsets(MPI.INFO_NULL));
        assertError(MPI.ERR_SESSION, "has ended", () -> session.getNthPset(MPI.INFO_NULL, 0));
        assertError(MPI.ERR_SESSION, "has ended", () -> session.getPsetInfo("mpi://SELF"));
        assertError(MPI.ERR_SESSION, "has ended", () -> session.groupFromPset("mpi://SELF"));
        assertError(MPI.ERR_SESSION, "has ended", session::getErrhandler);
        assertError(MPI.ERR_SESSION, "has ended", () -> session.setErrhandler(MPI.ERRORS_RETURN));
        assertError(MPI.ERR_SESSION, "has ended", () -> session.callErrhandler(MPI.ERR_SPAWN));
        assertEquals(1, other.groupFromPset("mpi://SELF").getSize());
        other.finalizeSession();
        assertFalse(MPI.isFinalized());
        assertRing(COMM, all());
    }

    // ------------------------------------------------------------------------------------------- one group

    @Check
    void communicatorOfAllRanks() {
        Session session = begun();
        Intracomm comm = of(session.groupFromPset("mpi://WORLD"), "everyone");
        assertRing(comm, all());
        assertEquals(MPI.CONGRUENT, Comm.compare(COMM, comm));
        int[] sum = {RANK};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE * (SIZE - 1) / 2, sum[0]);
        Intracomm dup = comm.dup();
        assertRing(dup, all());
        dup.free();
        session.finalizeSession();
        assertRing(comm, all());
        comm.free();
    }

    @Check
    void handlerAndHintsComeFromTheCall() {
        Info hints = new Info();
        hints.set("colour", "blue");
        Intracomm comm = Intracomm.createFromGroup(MPI.COMM_SELF.getGroup(), "alone", hints, MPI.ERRORS_ABORT);
        assertSame(MPI.ERRORS_ABORT, comm.getErrhandler());
        assertEquals("blue", comm.getInfo().get("colour"));
        comm.free();
    }

    /** The even ranks and the odd ranks pass the same string, and know nothing of each other. */
    @Check
    void disjointGroupsAtTheSameTime() {
        for (int round = 0; round < ROUNDS; round++) {
            int[] half = IntStream.range(0, SIZE).filter(rank -> rank % 2 == RANK % 2).toArray();
            Intracomm comm = of(COMM.getGroup().incl(half), "half");
            assertRing(comm, half);
            comm.free();
        }
    }

    /** Only this group calls anything. The others go on at once. */
    @Check(ranks = 2)
    void onlyTheMembersCallIt() {
        if (RANK < SIZE - 1) {
            int[] reversed = IntStream.range(0, SIZE - 1).map(i -> SIZE - 2 - i).toArray();
            Intracomm comm = of(COMM.getGroup().incl(reversed), "all but the last");
            assertRing(comm, reversed);
            comm.free();
        }
    }

    private static void together(List<Callable<Void>> parts) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(parts.size())) {
            List<Future<Void>> futures = new ArrayList<>();
            parts.forEach(part -> futures.add(threads.submit(part)));
            for (Future<Void> future : futures) {
                future.get();
            }
        }
    }

    /**
     * The groups overlap in different ways, and each rank begins with another one. The groups of two threads are the
     * same, so only their strings differ.
     */
    @Check
    void overlappingGroupsInThreads() throws Exception {
        Session session = begun();
        Group world = session.groupFromPset("mpi://WORLD");
        List<Callable<Void>> parts = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = (RANK + i) % THREADS;
            int[] members = number < 2 ? all() : IntStream.range(0, SIZE).filter(rank -> rank != number - 2).toArray();
            if (IntStream.of(members).anyMatch(rank -> rank == RANK)) {
                parts.add(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        Intracomm comm = of(world.incl(members), "thread " + number);
                        assertRing(comm, members);
                        comm.free();
                    }
                    return null;
                });
            }
        }
        together(parts);
        session.finalizeSession();
    }

    /**
     * One of two threads of rank 0 waits for the other ranks, and the other thread gets an error. Then the other ranks
     * call as well.
     */
    @Check(ranks = 2)
    void twoThreadsWithTheSameGroupAndStringAreAnError() throws Exception {
        Group group = COMM.getGroup();
        if (RANK > 0) {
            COMM.recv(new int[1], 1, MPI.INT, 0, TAG);
            of(group, "same").free();
            return;
        }
        int[] errors = new int[2];
        List<Callable<Void>> parts = new ArrayList<>();
        for (int i = 0; i < errors.length; i++) {
            int number = i;
            parts.add(() -> {
                try {
                    of(group, "same").free();
                } catch (MPIException e) {
                    errors[number] = e.getErrorClass();
                    assertTrue(e.getMessage().contains("with stringTag \"same\""), e::getMessage);
                    for (int rank = 1; rank < SIZE; rank++) {
                        COMM.send(errors, 1, MPI.INT, rank, TAG);
                    }
                }
                return null;
            });
        }
        together(parts);
        assertEquals(MPI.ERR_ARG, errors[0] + errors[1]);
    }

    @Check
    void emptyGroupGivesANullCommunicator() {
        Intracomm none = of(MPI.GROUP_EMPTY, "nobody");
        assertTrue(none.isNull());
        assertError(MPI.ERR_COMM, "the communicator is null", none::getSize);
    }

    @Check
    void groupsAndStringsThatCannotBeUsed() {
        Group self = MPI.COMM_SELF.getGroup();
        Group freed = MPI.COMM_SELF.getGroup();
        freed.free();
        assertError(MPI.ERR_GROUP, "group is null", () -> of(null, "x"));
        assertError(MPI.ERR_GROUP, "group was freed", () -> of(freed, "x"));
        if (SIZE > 1) {
            Group others = COMM.getGroup().excl(new int[] {RANK});
            assertError(MPI.ERR_GROUP, "this process is not in group", () -> of(others, "x"));
        }
        assertError(MPI.ERR_ARG, "stringTag is null", () -> of(self, null));
        of(self, "n".repeat(MPI.MAX_STRINGTAG_LEN)).free();
        assertError(MPI.ERR_ARG, "MPI.MAX_STRINGTAG_LEN", () -> of(self, "n".repeat(MPI.MAX_STRINGTAG_LEN + 1)));
        assertError(MPI.ERR_INFO, "info is null",
            () -> Intracomm.createFromGroup(self, "x", null, MPI.ERRORS_RETURN));
        assertError(MPI.ERR_ARG, "handler is null",
            () -> Intracomm.createFromGroup(self, "x", MPI.INFO_NULL, null));
    }

    // ------------------------------------------------------------------------------------------- two groups

    private static Intercomm between(Group local, int localLeader, Group remote, int remoteLeader) {
        return Intercomm.createFromGroups(local, localLeader, remote, remoteLeader, "halves", MPI.INFO_NULL,
            MPI.ERRORS_RETURN);
    }

    @Check(ranks = 2)
    void intercommunicatorOfTwoGroups() {
        Group world = COMM.getGroup();
        int half = SIZE / 2;
        Group low = world.incl(IntStream.range(0, half).toArray());
        Group high = world.incl(IntStream.range(half, SIZE).toArray());
        boolean isLow = RANK < half;
        int last = SIZE - half - 1;
        Intercomm comm = isLow ? between(low, 0, high, last) : between(high, last, low, 0);
        assertEquals(isLow ? half : SIZE - half, comm.getSize());
        assertEquals(isLow ? SIZE - half : half, comm.getRemoteSize());
        Intracomm merged = comm.merge(!isLow);
        assertRing(merged, all());
        merged.free();
        comm.free();
        assertError(MPI.ERR_GROUP, "in common", () -> between(world, 0, low, 0));
        Group own = isLow ? low : high;
        Group other = isLow ? high : low;
        assertError(MPI.ERR_GROUP, "this process is not in localGroup", () -> between(other, 0, own, 0));
        assertError(MPI.ERR_RANK, "localLeader is -1", () -> between(own, -1, other, 0));
        assertError(MPI.ERR_RANK, "remoteLeader is " + SIZE, () -> between(own, 0, other, SIZE));
        assertError(MPI.ERR_RANK, "its group has no ranks", () -> between(own, 0, MPI.GROUP_EMPTY, 0));
        assertTrue(between(MPI.GROUP_EMPTY, 0, other, 0).isNull());
    }
}
