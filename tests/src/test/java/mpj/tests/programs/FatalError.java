package mpj.tests.programs;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;

/** Rank 1 makes one mistake while errors throw, and then the mistake that its argument names while errors are fatal. */
public final class FatalError {
    private FatalError() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.initThread(MPI.THREAD_FUNNELED, 0, args);
        Comm fatal = (Comm) MPI.COMM_WORLD.clone();
        fatal.Errhandler_set(MPI.ERRORS_ARE_FATAL);
        int[] buffer = new int[1];
        if (MPI.COMM_WORLD.Rank() == 1) {
            try {
                MPI.COMM_WORLD.Send(buffer, 0, 1, MPI.INT, 99, 1);
            } catch (MPIException e) {
                System.out.println("thrown");
            }
            switch (args[0]) {
                case "rank" -> fatal.Send(buffer, 0, 1, MPI.INT, 99, 1);
                case "buffer" -> fatal.Recv(null, 0, 1, MPI.INT, 0, 1);
                case "truncate" -> {
                    fatal.Isend(new int[2], 0, 2, MPI.INT, 1, 1);
                    fatal.Irecv(buffer, 0, 1, MPI.INT, 1, 1).Wait();
                }
                case "attribute" -> fatal.Attr_get(-1);
                case "pack" -> fatal.Pack(buffer, 0, 1, MPI.INT, new byte[2], 0);
                case "object" -> fatal.Isend(new Object[] {new Object()}, 0, 1, MPI.OBJECT, 1, 1);
                case "received object" -> {
                    fatal.Isend(new Object[] {"text"}, 0, 1, MPI.OBJECT, 1, 1);
                    fatal.Irecv(new Integer[1], 0, 1, MPI.OBJECT, 1, 1).Wait();
                }
                case "collective" -> ((Intracomm) fatal).Bcast(buffer, 0, 2, MPI.INT, 1);
                case "operation" -> ((Intracomm) fatal).Reduce_local(buffer, buffer, 1, MPI.INT, MPI.MAXLOC);
                case "request" -> {
                    Prequest request = fatal.Send_init(buffer, 0, 1, MPI.INT, 0, 1);
                    request.Start();
                    request.Start();
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
            System.out.println("went on");
        }
        MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.INT, 0, 1);
    }
}
