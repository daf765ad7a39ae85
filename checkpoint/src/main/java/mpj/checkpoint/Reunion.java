package mpj.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import mpj.runtime.bootstrap.Replacement;

/**
 * An attempt of the ranks that are left to start replacements, and to make a communicator with them. After each step,
 * the ranks that are left agree on whether all of them have completed it. A rank whose step fails revokes all
 * communicators that it has, so no other rank waits for it. It revokes none if the launcher has refused to spawn,
 * because then the spawn fails on all ranks.
 */
final class Reunion {
    private static final int TAG = 1;
    /** In the flag of an agreement: the step has succeeded. */
    private static final int WELL = 1;
    /** In the flag of an agreement: nothing but a loss has kept the step from succeeding. */
    private static final int ALLOWED = 2;
    /** The rank that speaks for the ranks that are left. */
    private static final int LEADER = 0;
    /**
     * In nanoseconds. A loss at a bad moment may end an attempt in such a way that only the replacements have the
     * communicator of the attempt. They would wait for the leader for ever, since the leader is alive.
     */
    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final Intracomm left;
    private final int[] lost;
    private final int size;
    private final int own;
    private final int moved;
    /** The communicators that this attempt has made so far. */
    private final List<Comm> made = new ArrayList<>();
    private Intercomm started;
    private Intracomm ordered;

    /**
     * Begins an attempt.
     *
     * @param left the ranks that are left
     * @param lost the ranks to replace
     * @param size the number of ranks of the new communicator
     * @param own this rank's number there
     * @param moved the place in {@code lost} of a rank that moves to another host; negative if none does
     */
    Reunion(Intracomm left, int[] lost, int size, int own, int moved) {
        this.left = left;
        this.lost = lost;
        this.size = size;
        this.own = own;
        this.moved = moved;
    }

    /** Returns the communicator with the replacements; null when a further rank is lost. */
    Intracomm run() {
        boolean well = complete(this::start) && complete(this::unite);
        if (!well) {
            made.forEach(Comm::revoke);
        }
        made.stream().filter(comm -> !well || comm != ordered).forEach(Comm::free);
        if (!well) {
            return null;
        }
        confirm(ordered, firstLeft(lost));
        return ordered;
    }

    /**
     * Carries out a step. Returns whether all ranks that are left have completed the step.
     *
     * @throws MPIException on all of them, when the launcher starts no replacements
     */
    private boolean complete(Runnable step) {
        int[] flag = {WELL | ALLOWED};
        MPIException refusal = null;
        try {
            step.run();
        } catch (MPIException e) {
            refusal = Recovery.isLoss(e) ? null : e;
            flag[0] = refusal == null ? ALLOWED : 0;
            if (e.getErrorClass() != MPI.ERR_SPAWN) { // a refused spawn throws on all ranks, so nobody waits
                left.revoke();
                made.forEach(Comm::revoke);
            }
        }
        try {
            left.agree(flag);
        } catch (MPIException e) {
            if (!Recovery.isLoss(e)) {
                throw e;
            }
        }
        if (refusal != null) {
            throw refusal;
        }
        if ((flag[0] & ALLOWED) == 0) {
            left.callErrhandler(MPI.ERR_SPAWN); // throws
        }
        return (flag[0] & WELL) != 0;
    }

    private void start() {
        Info info = new Info();
        info.set(Replacement.INFO_KEY, Integer.toString(moved));
        // The launcher knows the program, and ignores this name.
        started = left.spawn("replacement", null, lost.length, info, LEADER, null);
        made.add(started);
    }

    private void unite() {
        if (left.getRank() == LEADER) {
            int[] plan = IntStream.concat(IntStream.of(size), IntStream.of(lost)).toArray();
            for (int each = 0; each < lost.length; each++) {
                started.send(plan, plan.length, MPI.INT, each, TAG);
            }
        }
        Intracomm merged = started.merge(false);
        made.add(merged);
        ordered = merged.split(0, own);
        made.add(ordered);
    }

    /** The lowest rank of the new communicator that is not a replacement. */
    private static int firstLeft(int[] lost) {
        int first = 0;
        while (first < lost.length && lost[first] == first) {
            first++;
        }
        return first;
    }

    /** The replacements must not go on before the ranks that are left have agreed. */
    private static void confirm(Intracomm comm, int root) {
        try {
            comm.bcast(new int[1], 1, MPI.INT, root);
        } catch (MPIException e) {
            if (!Recovery.isLoss(e)) {
                throw e;
            }
            comm.revoke(); // the program's next call on the communicator throws
        }
    }

    /** A replacement joins the others. */
    static Intracomm join(Intercomm parent) {
        parent.setErrhandler(MPI.ERRORS_RETURN);
        List<Comm> made = new ArrayList<>(List.of(parent));
        try {
            int[] plan = plan(parent);
            int[] lost = IntStream.of(plan).skip(1).toArray();
            Intracomm merged = parent.merge(true);
            made.add(merged);
            Intracomm ordered = merged.split(0, lost[MPI.COMM_WORLD.getRank()]);
            made.add(ordered);
            ordered.bcast(new int[1], 1, MPI.INT, firstLeft(lost));
            merged.free();
            return ordered;
        } catch (MPIException e) {
            made.forEach(Comm::revoke);
            throw e;
        }
    }

    /** The number of ranks, followed by the ranks to replace. */
    private static int[] plan(Intercomm parent) {
        long begin = System.nanoTime();
        Status status = parent.iProbe(LEADER, TAG);
        while (status == null) {
            if (System.nanoTime() - begin > LONGEST_WAIT) {
                throw new MPIException("the ranks that have started this replacement have not answered for "
                    + TimeUnit.NANOSECONDS.toSeconds(LONGEST_WAIT) + " s; they may have started another"
                    + " replacement instead");
            }
            LockSupport.parkNanos(PAUSE);
            status = parent.iProbe(LEADER, TAG);
        }
        int[] plan = new int[status.getCount(MPI.INT)];
        parent.recv(plan, plan.length, MPI.INT, LEADER, TAG);
        return plan;
    }
}
