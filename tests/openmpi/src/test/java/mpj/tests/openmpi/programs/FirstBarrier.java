package mpj.tests.openmpi.programs;

import mpi.Intracomm;
import mpi.MPIException;
import mpj.checkpoint.Recovery;

/** The barrier of a program whose ranks are lost as soon as they have left it, perhaps before the others leave it. */
final class FirstBarrier {
    private FirstBarrier() {
    }

    static void await(Intracomm comm) {
        try {
            comm.barrier();
        } catch (MPIException e) {
            if (!Recovery.isLoss(e)) {
                throw e;
            }
        }
    }
}
