package mpj.tests.programs;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * The last rank waits to be killed. Each of the others waits for a message from it in a different way. Then the others
 * send each other what they learned. The first argument names the rank that does not tolerate losses and waits for its
 * end, or is -1. If there is a second argument, {@code return} or {@code exit}, the last rank ends in this way, with
 * code 0.
 */
public final class SurviveLoss {
    /** Over any transport, a message of this size does not leave completely before it is matched. */
    private static final int LARGE = 4 << 20;

    private SurviveLoss() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int victim = MPI.COMM_WORLD.Size() - 1;
        if (rank != Integer.parseInt(args[0])) {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        }
        int[] one = {rank};
        MPI.COMM_WORLD.Barrier();
        if (rank == victim) {
            // This waits until all ranks have left the barrier. A rank that is still in the barrier would learn of the
            // loss there.
            for (int left = 0; left < victim; left++) {
                MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, left, 98);
            }
            if (args.length > 1) {
                if (args[1].equals("exit")) {
                    System.exit(0);
                }
                return;
            }
            System.out.println("kill " + ProcessHandle.current().pid());
            MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, victim, 99);
        }
        MPI.Buffer_attach(new byte[2 * LARGE]);
        MPI.COMM_WORLD.Bsend(new byte[LARGE], 0, LARGE, MPI.BYTE, victim, 5);
        Request pending = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 3);
        MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, victim, 98);
        int other = 1 - rank;
        int[] untouched = {-1};
        report(rank, "Sendrecv", () -> MPI.COMM_WORLD.Sendrecv(new byte[LARGE], 0, LARGE, MPI.BYTE, victim, 6,
            untouched, 0, 1, MPI.INT, other, 7));
        report(rank, "Recv", () -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, victim, 1));
        report(rank, "Wait", () -> irecv(victim).Wait());
        report(rank, "any source", () -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1));
        report(rank, "Send", () -> MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, victim, 1));
        report(rank, "Probe", () -> MPI.COMM_WORLD.Probe(victim, 1));
        report(rank, "Iprobe", () -> MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, 1));
        report(rank, "pending Wait", pending::Wait);
        report(rank, "pending Test", pending::Test);
        report(rank, "pending Waitany", () -> Request.Waitany(new Request[] {null, pending}));
        report(rank, "pending Testall", () -> Request.Testall(new Request[] {pending}));
        report(rank, "Barrier", () -> MPI.COMM_WORLD.Barrier());
        report(rank, "Buffer_detach", MPI::Buffer_detach);
        if (rank == Integer.parseInt(args[0])) {
            MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, other, 99);
        }
        int[] heard = new int[1];
        MPI.COMM_WORLD.Sendrecv(new int[] {rank}, 0, 1, MPI.INT, other, 2, heard, 0, 1, MPI.INT, other, 2);
        // The other rank's first Sendrecv has failed as well, so its receive may not take this message.
        MPI.COMM_WORLD.Sendrecv(new int[] {rank}, 0, 1, MPI.INT, other, 7, heard, 0, 1, MPI.INT, other, 7);
        if (untouched[0] != -1) {
            throw new AssertionError("a receive has gone on after the failure of its Sendrecv");
        }
        System.out.println("rank " + rank + " heard from " + heard[0]);
        MPI.COMM_WORLD.Ack_failed(1);
        MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, other, 3);
        report(rank, "pending Wait after Ack_failed", pending::Wait);
        MPI.Finalize();
    }

    private static Request irecv(int source) {
        return MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, source, 1);
    }

    private static void report(int rank, String call, Runnable action) {
        try {
            action.run();
            System.out.println("rank " + rank + ": " + call + " returned");
        } catch (MPIException e) {
            System.out.println("rank " + rank + ": " + call + ": " + e.getMessage());
        }
    }
}
