package mpj.checkpoint;

import mpi.Comm;
import mpi.Intracomm;

/**
 * Remembers the communicators whose last agreement has told all ranks that a rank is lost. The agreements of a
 * communicator are matched by their order. So after a loss, each rank must take part in exactly one agreement that
 * tells the others. If the rank was within a collective step, that was the agreement of the step. Otherwise the
 * recovery of the rank calls the agreement.
 */
final class BrokenCommunicators {
    private static final int KEY = Comm.createKeyval();

    private BrokenCommunicators() {
    }

    static void add(Intracomm comm) {
        comm.setAttr(KEY, Boolean.TRUE);
    }

    static boolean contain(Intracomm comm) {
        return comm.getAttr(KEY) != null;
    }
}
