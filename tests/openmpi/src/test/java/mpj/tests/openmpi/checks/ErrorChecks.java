package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.tests.Check;

/** MPI 3.1, sections 8.3 to 8.5: error handling. */
public final class ErrorChecks {
    @Check
    void handlersAreInherited() {
        assertSame(MPI.ERRORS_RETURN, COMM.getErrhandler());
        Intracomm comm = COMM.dup();
        comm.setErrhandler(MPI.ERRORS_ABORT);
        assertSame(MPI.ERRORS_ABORT, comm.getErrhandler());
        Intracomm child = comm.split(0, 0);
        assertSame(MPI.ERRORS_ABORT, child.getErrhandler());
        child.setErrhandler(MPI.ERRORS_ARE_FATAL);
        assertSame(MPI.ERRORS_ARE_FATAL, child.getErrhandler());
        assertSame(MPI.ERRORS_ABORT, comm.getErrhandler());
        assertSame(MPI.ERRORS_RETURN, COMM.getErrhandler());
        assertError(MPI.ERR_ARG, "handler is null", () -> COMM.setErrhandler(null));
        child.free();
        comm.free();
    }

    @Check
    void programCallsTheHandlerWithAnyErrorClass() {
        for (int error = MPI.SUCCESS + 1; error <= MPI.ERR_LASTCODE; error++) {
            int code = error;
            assertError(code, "the program has called the error handler", () -> COMM.callErrhandler(code));
        }
        assertError(MPI.ERR_ARG, "errorCode is 0", () -> COMM.callErrhandler(MPI.SUCCESS));
        assertError(MPI.ERR_ARG, "errorCode is 1000", () -> COMM.callErrhandler(1000));
    }

    @Check
    void exceptionsTellClassAndCode() {
        MPIException e = assertThrows(MPIException.class, () -> COMM.send(new int[1], 1, MPI.INT, SIZE, 1));
        assertEquals(MPI.ERR_RANK, e.getErrorClass());
        assertEquals(MPI.ERR_RANK, e.getErrorCode());
        assertEquals("MPI_ERR_RANK: dest is " + SIZE + "; it must be 0 to " + (SIZE - 1) + " or MPI.PROC_NULL",
            e.getMessage());
    }
}
