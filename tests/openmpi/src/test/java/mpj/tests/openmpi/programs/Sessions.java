package mpj.tests.openmpi.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Session;

/**
 * Uses sessions without Init, one after the other, in threads, and at last together with Init. With the argument
 * "loss", the last rank ends while the others make a communicator with it, and the others go on in a session. With
 * "loss-between", they make an intercommunicator. With "relay", one thread of the only rank begins a session while
 * another one ends the last.
 */
public final class Sessions {
    private static final int THREADS = 3;
    private static final int ROUNDS = 50;
    private static final int LOSS = 9;

    private Sessions() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        switch (args.length > 0 ? args[0] : "") {
            case "loss" -> survive(Sessions::work);
            case "loss-between" -> survive(Sessions::between);
            case "relay" -> relay();
            default -> takeTurns(args);
        }
    }

    private static void takeTurns(String[] args) throws Exception {
        expect("called before MPI.Init", MPI::getProcessorName);
        Intracomm last = null;
        for (int round = 0; round < 2; round++) {
            Session session = begun();
            last = work(session, "round " + round);
            check(!MPI.isInitialized() && !MPI.isFinalized(), "Init was not called");
            expect("called before MPI.Init", MPI.COMM_WORLD::getSize);
            expect("called before MPI.Init", MPI::Finalize);
            session.finalizeSession();
            expect("the end of the last session", last::getSize);
            expect("the end of the last session", MPI::getProcessorName);
        }
        Session outer = begun();
        inThreads();
        last = work(outer, "outer");
        MPI.Init(args);
        check(MPI.isThreadMain() && MPI.COMM_WORLD.getSize() == last.getSize(), "Init beside a session");
        MPI.Finalize();
        check(MPI.isInitialized() && MPI.isFinalized(), "Finalize was called");
        expect("called after MPI.Finalize", MPI.COMM_WORLD::getSize);
        expect("called after MPI.Finalize", MPI::Finalize);
        last.barrier();
        outer.finalizeSession();
        MPI.Init(args);
        Session inner = begun();
        work(inner, "inner");
        inner.finalizeSession();
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
        System.out.println("every session has ended");
    }

    private static Session begun() {
        return Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    /** Makes a communicator of all ranks and uses it. */
    private static Intracomm work(Session session, String stringTag) {
        Intracomm comm = Intracomm.createFromGroup(session.groupFromPset("mpi://WORLD"), stringTag, MPI.INFO_NULL,
            MPI.ERRORS_RETURN);
        int size = Integer.parseInt(session.getPsetInfo("mpi://WORLD").get("mpi_size"));
        int[] sum = {comm.getRank() + 1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        check(sum[0] == size * (size + 1) / 2, "the sum is " + sum[0]);
        return comm;
    }

    /** Each thread has sessions of its own. */
    private static void inThreads() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Void>> futures = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                Callable<Void> part = () -> {
                    Session session = begun();
                    work(session, "thread " + number).free();
                    session.finalizeSession();
                    return null;
                };
                futures.add(threads.submit(part));
            }
            for (Future<Void> future : futures) {
                future.get();
            }
        }
    }

    /** Another thread begins the next session while this one ends the last. */
    private static void relay() throws Exception {
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Session session = begun();
            for (int round = 0; round < ROUNDS; round++) {
                Future<Session> next = other.submit(Sessions::begun);
                session.finalizeSession();
                session = next.get();
                work(session, "relay").free();
            }
            session.finalizeSession();
        }
    }

    /** Makes an intercommunicator of the lower and the upper half of the ranks. */
    private static Comm between(Session session, String stringTag) {
        Group everyone = session.groupFromPset("mpi://WORLD");
        int half = everyone.getSize() / 2;
        Group low = everyone.incl(IntStream.range(0, half).toArray());
        Group high = Group.difference(everyone, low);
        boolean isLow = low.getRank() >= 0;
        return Intercomm.createFromGroups(isLow ? low : high, 0, isLow ? high : low, 0, stringTag, MPI.INFO_NULL,
            MPI.ERRORS_RETURN);
    }

    private static void survive(BiFunction<Session, String, Comm> creation) {
        Session session = begun();
        session.setErrhandler(MPI.ERRORS_RETURN);
        Intracomm all = work(session, "all");
        byte[] nothing = {};
        int victim = all.getSize() - 1;
        if (all.getRank() == victim) {
            for (int i = 0; i < victim; i++) {
                all.recv(nothing, 0, MPI.BYTE, MPI.ANY_SOURCE, 0);
            }
            Runtime.getRuntime().halt(LOSS);
        }
        all.send(nothing, 0, MPI.BYTE, victim, 0);
        expect("rank " + victim, () -> creation.apply(session, "under way"));
        while (all.getFailed().getSize() == 0) {
            Thread.onSpinWait();
        }
        expect("rank " + victim + " of the job is lost", () -> creation.apply(session, "later"));
        Group left = Group.difference(session.groupFromPset("mpi://WORLD"), all.getFailed());
        Intracomm survivors = Intracomm.createFromGroup(left, "left", MPI.INFO_NULL, MPI.ERRORS_RETURN);
        survivors.barrier();
        session.finalizeSession();
        System.out.println("a session has ended without rank " + victim);
    }

    private static void check(boolean condition, String text) {
        if (!condition) {
            throw new AssertionError(text);
        }
    }

    private static void expect(String words, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            check(e.getMessage().contains(words), e.getMessage());
            return;
        }
        throw new AssertionError("no error that says: " + words);
    }
}
