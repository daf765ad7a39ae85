package mpj.tests.programs;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;

/** Calls MPI before Init and after Finalize. The error of each call must say so. */
public final class OutsideInitAndFinalize {
    private OutsideInitAndFinalize() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        Assertions.assertFalse(MPI.Initialized());
        Assertions.assertFalse(MPI.Finalized());
        assertAllRefused("before MPI.Init");
        MPI.Init(args);
        assertRefused("MPI.Init was called before", () -> MPI.Init(args));
        Assertions.assertTrue(MPI.Initialized());
        Assertions.assertFalse(MPI.Finalized());
        Assertions.assertFalse(MPI.Get_processor_name().isBlank());
        Assertions.assertTrue(MPI.Wtick() > 0 && MPI.Wtime() <= MPI.Wtime());
        Request left = MPI.COMM_WORLD.Irecv(new byte[1], 0, 1, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
        MPI.Finalize();
        Assertions.assertTrue(MPI.Initialized());
        Assertions.assertTrue(MPI.Finalized());
        assertAllRefused("after MPI.Finalize");
        assertRefused("after MPI.Finalize", left::Wait);
        assertRefused("after MPI.Finalize", left::Test);
        assertRefused("after MPI.Finalize", left::Cancel);
        System.out.println("all refused");
    }

    private static void assertAllRefused(String words) {
        byte[] one = new byte[1];
        assertRefused(words, () -> MPI.COMM_WORLD.Send(one, 0, 1, MPI.BYTE, 0, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Isend(one, 0, 1, MPI.BYTE, 0, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Bsend(one, 0, 1, MPI.BYTE, 0, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.BYTE, 0, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Irecv(one, 0, 1, MPI.BYTE, 0, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Sendrecv(one, 0, 1, MPI.BYTE, 0, 0, one, 0, 1, MPI.BYTE, 0, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Probe(0, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Iprobe(MPI.PROC_NULL, 0));
        assertRefused(words, () -> MPI.COMM_WORLD.Barrier());
        assertRefused(words, () -> MPI.COMM_WORLD.Rank());
        assertRefused(words, () -> MPI.COMM_SELF.Size());
        assertRefused(words, () -> MPI.COMM_WORLD.Abort(1));
        assertRefused(words, () -> MPI.Buffer_attach(new byte[1]));
        assertRefused(words, MPI::Buffer_detach);
        assertRefused(words, MPI::Get_processor_name);
        assertRefused(words, MPI::Finalize);
    }

    private static void assertRefused(String words, Executable call) {
        MPIException e = Assertions.assertThrows(MPIException.class, call);
        Assertions.assertTrue(e.getMessage().contains(words), e.getMessage());
        Assertions.assertEquals(MPI.ERR_OTHER, e.Get_error_class());
    }
}
