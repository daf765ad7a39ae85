package mpj.checkpoint;

import java.util.Optional;
import mpi.Intracomm;

/**
 * A place to which the ranks of a communicator write their state together, and from which they restore the state. All
 * ranks of the communicator call the methods, with states of the same name.
 *
 * <p>A call either succeeds on all ranks that are left, or throws on all of them. If a rank is lost during a call, the
 * call revokes the communicator and throws an {@link mpi.MPIException} of class {@link mpi.MPI#ERR_PROC_FAILED} or
 * {@link mpi.MPI#ERR_REVOKED}: see {@link Recovery#isLoss}. For this, the errors of the communicator must not be fatal:
 * its error handler is {@link mpi.MPI#ERRORS_RETURN}.
 *
 * <p>An object of this type belongs to one rank, and only one thread at a time may use it. After a loss the program
 * goes on with the same object in its new communicator.
 */
public sealed interface Checkpoint permits FileCheckpoint, MemoryCheckpoint {
    /**
     * Writes a new version of the state. The version before it stays valid until all ranks have agreed that the new
     * version is complete.
     *
     * @param comm the communicator whose ranks write
     * @param state this rank's state
     * @return the number of the version, which is 1 or more and higher than that of every version before it
     * @throws CheckpointException when the version cannot be written; the version before it is still valid
     * @throws mpi.MPIException also when the version is complete and a rank has left, because the user moves it to
     *     another host ({@code mpjrun --move}). To the others, this rank is lost; its own call does not return
     */
    long write(Intracomm comm, State state) throws CheckpointException;

    /**
     * Restores the newest version that is complete. The number of ranks may differ from the number that wrote the
     * version, if the state has no data that belongs to one rank alone ({@link State#own(String, Object)}).
     *
     * <p>If a version is damaged or incomplete, the version before it is restored. The result says which versions could
     * not be used, and why. Rank 0 of the communicator logs the same, through the {@link System.Logger} with the name
     * of this package.
     *
     * @param comm the communicator whose ranks restore
     * @param state this rank's state, whose memory gets the content of the version. If the call throws, the content of
     *     this memory is undefined
     * @return what was restored; empty if no version was ever completed
     * @throws CheckpointException when versions were written and none of them is complete, or when the version does not
     *     fit the state
     */
    Optional<Restored> restore(Intracomm comm, State state) throws CheckpointException;
}
