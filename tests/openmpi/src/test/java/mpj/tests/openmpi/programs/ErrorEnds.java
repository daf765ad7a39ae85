package mpj.tests.openmpi.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** The last rank does what the argument says, which ends the job or the rank. The other ranks wait for it. */
public final class ErrorEnds {
    private ErrorEnds() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.InitThread(args, MPI.THREAD_FUNNELED);
        Intracomm comm = MPI.COMM_WORLD.dup();
        int victim = comm.getSize() - 1;
        int[] number = new int[1];
        if (args[0].equals("loss")) {
            survive(victim);
        } else if (comm.getRank() == victim) {
            comm.setErrhandler(args[0].equals("ERRORS_ABORT") ? MPI.ERRORS_ABORT : MPI.ERRORS_ARE_FATAL);
            Intracomm inheriting = comm.createGroup(comm.getGroup().incl(new int[] {victim}), 1);
            switch (args[0]) {
                case "callErrhandler" -> inheriting.callErrhandler(MPI.ERR_SPAWN);
                case "abort" -> inheriting.abort(9);
                default -> inheriting.send(number, 1, MPI.INT, 99, 1);
            }
        } else {
            comm.recv(number, 1, MPI.INT, victim, 1);
        }
        MPI.Finalize();
    }

    /** Rank 0 learns of the loss when it needs the lost rank, which is when it makes a duplicate. */
    private static void survive(int victim) {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        if (MPI.COMM_WORLD.getRank() == victim) {
            System.exit(0);
        }
        Intracomm duplicate = MPI.COMM_WORLD.iDup();
        Request request = duplicate.getRequest();
        report("waitFor", request::waitFor);
        report("getSize", duplicate::getSize);
        Intracomm alone = MPI.COMM_SELF.iDup();
        alone.getRequest().waitFor();
        System.out.println("alone: " + alone.getSize());
    }

    private static void report(String call, Runnable action) {
        try {
            action.run();
            System.out.println(call + " returned");
        } catch (MPIException e) {
            System.out.println(call + ": " + e.getMessage());
        }
    }
}
