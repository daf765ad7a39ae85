package mpj.checkpoint;

import mpi.Comm;
import mpi.Intracomm;
import mpj.runtime.bootstrap.Migration;

/**
 * A rank that leaves when a version is complete, because the user moves it to another host ({@code mpjrun --move}). The
 * ranks agree on it together with the version. To the others it is a lost rank, which {@link Recovery#replace}
 * replaces.
 */
final class Departure {
    /** The communicators of a program that goes on after the loss of a rank. */
    private static final int PREPARED = Comm.createKeyval();
    /** For a communicator, the rank that has left. */
    private static final int LEFT = Comm.createKeyval();

    private Departure() {
    }

    /** The ranks of this communicator go on when one of them is lost. */
    static Intracomm prepare(Intracomm comm) {
        comm.setAttr(PREPARED, Boolean.TRUE);
        return comm;
    }

    /** The rank that is to leave, as far as this rank knows; {@link Migration#NOBODY} if none is. */
    static int wanted(Intracomm comm) {
        return comm.getRank() == 0 && comm.getAttr(PREPARED) != null ? Migration.wanted(comm.getSize())
            : Migration.NOBODY;
    }

    /**
     * Lets a rank leave. All ranks call this when a version is complete.
     *
     * @param rank the rank; {@link Migration#NOBODY} if nobody leaves
     * @param version the version that has its state
     * @throws mpi.MPIException on all other ranks: see {@link Recovery#isLoss}
     */
    static void carryOut(Intracomm comm, int rank, long version) {
        if (rank == Migration.NOBODY) {
            return;
        }
        if (comm.getRank() == rank) {
            Migration.leave(version);
        }
        comm.setAttr(LEFT, rank);
        BrokenCommunicators.add(comm); // the agreement on the version was the one that has told the ranks
        comm.revoke();
        comm.barrier(); // throws the error of a communicator that was revoked
    }

    /** The rank that has left a communicator; {@link Migration#NOBODY} if none has. */
    static int of(Intracomm comm) {
        return comm.getAttr(LEFT) instanceof Integer rank ? rank : Migration.NOBODY;
    }
}
