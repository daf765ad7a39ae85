package mpj.tests.openmpi.programs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Roots wait at ports to which nobody comes. The waits end because a rank of the root's communicator ends, or revokes
 * the communicator. Then the ranks that are left meet at the same ports.
 */
public final class LeftAtPort {
    private static final int LONGEST_NAME = 4096;
    private static final int VICTIM = 4;
    private static final int TAG = 1;

    private LeftAtPort() {
    }

    /** Runs as one of five ranks. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        int rank = world.getRank();
        String accepting = named(world, rank == 0 ? Intracomm.openPort() : "");
        String connecting = named(world, rank == 0 ? Intracomm.openPort() : "");
        Intracomm pair = world.split(rank / 2, rank); // 0 and 1, 2 and 3
        Intracomm broken = world.split(rank == 0 || rank == VICTIM ? 0 : 1, rank);
        if (rank == VICTIM) {
            for (int other = 0; other < VICTIM; other++) {
                world.recv(new int[1], 1, MPI.INT, other, TAG);
            }
            Runtime.getRuntime().halt(9);
        }
        world.send(new int[1], 1, MPI.INT, VICTIM, TAG);
        if (rank == 0) {
            expect(MPI.ERR_PROC_FAILED, () -> broken.accept(accepting, 0));
            expect(MPI.ERR_PROC_FAILED, () -> broken.accept(accepting, 0)); // now the loss is known before
        }
        if (pair.getRank() == 1) {
            pair.revoke();
        } else {
            expect(MPI.ERR_REVOKED, () -> {
                if (rank == 0) {
                    pair.accept(accepting, 0);
                } else {
                    pair.connect(connecting, 0);
                }
            });
        }
        Intracomm left = pair.shrink();
        awaitAll(world, rank); // otherwise a root that still waits could accept a group that has gone on
        for (String port : new String[] {accepting, connecting}) {
            Intercomm both = rank < 2 ? left.accept(port, 0) : left.connect(port, 0);
            int[] sum = new int[1];
            both.allReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM);
            if (sum[0] != (rank < 2 ? 2 + 3 : 1)) {
                throw new AssertionError("the sum is " + sum[0]);
            }
            both.disconnect();
        }
        MPI.Finalize();
        System.out.println("rank " + rank + ": verified");
    }

    /** Waits until all ranks that are left have come here. A barrier would fail, because one rank is lost. */
    private static void awaitAll(Intracomm world, int rank) {
        for (int other = 1; rank == 0 && other < VICTIM; other++) {
            world.recv(new int[1], 1, MPI.INT, other, TAG);
        }
        for (int other = 1; rank == 0 && other < VICTIM; other++) {
            world.send(new int[1], 1, MPI.INT, other, TAG);
        }
        if (rank > 0) {
            world.send(new int[1], 1, MPI.INT, 0, TAG);
            world.recv(new int[1], 1, MPI.INT, 0, TAG);
        }
    }

    private static String named(Intracomm comm, String port) {
        byte[] name = Arrays.copyOf(port.getBytes(StandardCharsets.UTF_8), LONGEST_NAME);
        comm.bcast(name, LONGEST_NAME, MPI.BYTE, 0);
        return new String(name, StandardCharsets.UTF_8).replace("\0", "");
    }

    private static void expect(int error, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            if (e.getErrorClass() != error) {
                throw e;
            }
            return;
        }
        throw new AssertionError("no error of class " + error);
    }
}
