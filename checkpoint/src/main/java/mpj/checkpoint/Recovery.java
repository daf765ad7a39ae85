package mpj.checkpoint;

import java.util.stream.IntStream;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.runtime.bootstrap.Migration;
import mpj.runtime.bootstrap.Replacement;

/**
 * What the ranks of a job do when other ranks are lost. In a job that {@code mpjrun --respawn N} has started, up to N
 * lost ranks are replaced by new ones, which run the same program with the same arguments:
 *
 * {@snippet :
 * MPI.Init(args);
 * Intracomm comm = Recovery.join();             // MPI.COMM_WORLD; in a replacement, the communicator of the others
 * boolean restore = Recovery.isReplacement();
 * boolean done = false;
 * while (!done) {
 *     try {
 *         if (restore) {
 *             checkpoint.restore(comm, state);  // all ranks call this, also those that were not lost
 *         }
 *         work(comm);                           // calls checkpoint.write(comm, state) now and then
 *         Recovery.synchronize(comm);           // either all ranks are done, or all of them go on
 *         done = true;
 *     } catch (MPIException e) {
 *         if (!Recovery.isLoss(e)) {
 *             throw e;
 *         }
 *         comm = Recovery.replace(comm);        // as large as before, with the same ranks
 *         restore = true;
 *     }
 * }
 * }
 *
 * <p>The user can move a rank of such a program to another host ({@code mpjrun --move RANK=HOST}). When the next
 * checkpoint in the communicator of this class is complete, the rank ends, and the others see a loss.
 *
 * <p>On a communicator that a program passes to calls of this class or of {@link Checkpoint}, it must use
 * {@link #synchronize} in place of {@link mpi.Comm#agree}, and {@link #shrink} or {@link #replace} in place of
 * {@link Intracomm#shrink}. The reason: these calls contain agreements, which are matched by the order in which the
 * ranks call them, and a loss may find the ranks in different calls.
 *
 * <p>One thread at a time may call these methods for a communicator. The calls for going on are those of ULFM; the MPI
 * standard has no counterpart of the replacement.
 */
public final class Recovery {
    private Recovery() {
    }

    /**
     * Whether an error comes from the loss of a rank. A program can go on after such an error. It reports other errors.
     *
     * @param e the error of a call
     * @return true if its class is {@link MPI#ERR_PROC_FAILED} or {@link MPI#ERR_REVOKED}
     */
    public static boolean isLoss(MPIException e) {
        return e.getErrorClass() == MPI.ERR_PROC_FAILED || e.getErrorClass() == MPI.ERR_REVOKED;
    }

    /**
     * Whether this rank replaces one that was lost.
     *
     * @return true in a rank that {@link #replace} has started
     */
    public static boolean isReplacement() {
        return Replacement.isThisProcess();
    }

    /**
     * The communicator in which a rank begins its work. Every rank calls this once, after {@link MPI#Init}. The call
     * sets {@link MPI#ERRORS_RETURN} on {@link MPI#COMM_WORLD}, so that the job goes on when ranks are lost.
     *
     * @return {@link MPI#COMM_WORLD}; in a replacement, the communicator that {@link #replace} returns on the other
     *     ranks
     * @throws MPIException in a replacement, when a further rank is lost before the replacement has joined the others.
     *     This process should then end, because the others start another replacement
     */
    public static Intracomm join() {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        return Departure.prepare(isReplacement() ? Reunion.join(Intercomm.getParent()) : MPI.COMM_WORLD);
    }

    /**
     * Waits until all ranks of a communicator have called this.
     *
     * @param comm the communicator
     * @throws MPIException on all ranks that are left, when a rank is lost: see {@link #isLoss}
     */
    public static void synchronize(Intracomm comm) {
        try {
            CollectiveStep.run(comm, () -> { }).check();
        } catch (CheckpointException e) {
            throw new MPIException(e); // only a program that mixes the calls of the ranks gets here
        }
    }

    /**
     * Makes a communicator of the ranks that are left. All of them call this after a loss. The call first revokes the
     * given communicator, so that ranks that have not noticed the loss get an error.
     *
     * @param comm the communicator, of which ranks are lost. It is not freed
     * @return the new communicator, with the ranks in their order
     */
    public static Intracomm shrink(Intracomm comm) {
        CollectiveStep.giveUp(comm);
        return Departure.prepare(comm.shrink());
    }

    /**
     * Replaces the lost ranks of a communicator. All ranks that are left call this. The call first revokes the given
     * communicator, so that ranks that have not noticed the loss get an error. Then it starts new ranks and waits for
     * them. If further ranks are lost meanwhile, it replaces these as well.
     *
     * @param comm the communicator, of which ranks are lost; usually the one that {@link #join} or this call has
     *     returned. It is not freed
     * @return a communicator with as many ranks as {@code comm}. Each rank that was left has the same number as in
     *     {@code comm}, and each new rank has the number of a lost rank
     * @throws MPIException of class {@link MPI#ERR_SPAWN} when the lost ranks cannot be replaced: the job was not
     *     started with {@code mpjrun --respawn N}, or N ranks were replaced already. The class is {@link MPI#ERR_OTHER}
     *     if the launcher is not mpjrun
     */
    public static Intracomm replace(Intracomm comm) {
        if (!Replacement.isPossible()) {
            throw new MPIException("only mpjrun replaces lost ranks; start the job with mpjrun --respawn N, or go on"
                + " without these ranks (Recovery.shrink)");
        }
        CollectiveStep.giveUp(comm);
        while (true) {
            Intracomm left = comm.shrink();
            int[] lost = lost(comm, left);
            if (lost.length == 0) {
                return Departure.prepare(left);
            }
            int moved = IntStream.range(0, lost.length).filter(i -> lost[i] == Departure.of(comm)).findFirst()
                .orElse(Migration.NOBODY);
            Intracomm whole = new Reunion(left, lost, comm.getSize(), comm.getRank(), moved).run();
            left.free();
            if (whole != null) {
                return Departure.prepare(whole);
            }
        }
    }

    /** The ranks of the communicator that are not in the smaller one. */
    private static int[] lost(Intracomm comm, Intracomm left) {
        Group all = comm.getGroup();
        Group some = left.getGroup();
        int[] places = Group.translateRanks(all, IntStream.range(0, comm.getSize()).toArray(), some);
        all.free();
        some.free();
        return IntStream.range(0, places.length).filter(rank -> places[rank] == MPI.UNDEFINED).toArray();
    }
}
