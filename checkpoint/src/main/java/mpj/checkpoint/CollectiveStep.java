package mpj.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import mpi.Intracomm;
import mpi.MPIException;

/**
 * A step that either succeeds on all ranks of a communicator that are left, or fails on all of them. This object is the
 * outcome, which is the same on all ranks.
 */
final class CollectiveStep {
    /** In the flag of the agreement: the step has succeeded. */
    private static final int WELL = 1;
    /** In the flag of the agreement: the rank can still use the communicator. */
    private static final int CONNECTED = 2;

    private final Intracomm comm;
    private final int flag;
    /** What this rank's own part has thrown; null if it has thrown nothing. */
    private final Throwable failure;
    /** What the agreement has thrown; null if it has thrown nothing. */
    private final MPIException loss;

    /** One rank's part of a step. */
    interface Body {
        /**
         * Carries out the part. Any exception other than an {@link IOException} leads to the revocation of the
         * communicator, because other ranks may wait for messages of this rank. A body therefore throws an IOException
         * only when this rank has sent all messages that other ranks expect from it.
         */
        void run() throws IOException;
    }

    private CollectiveStep(Intracomm comm, int flag, Throwable failure, MPIException loss) {
        this.comm = comm;
        this.flag = flag;
        this.failure = failure;
        this.loss = loss;
    }

    /** Carries out a step. All ranks call this. */
    static CollectiveStep run(Intracomm comm, Body body) {
        Throwable failure = null;
        int[] flag = {WELL | CONNECTED};
        try {
            body.run();
        } catch (IOException e) {
            failure = e;
            flag[0] = CONNECTED;
        } catch (RuntimeException | Error e) {
            failure = e;
            flag[0] = 0;
            comm.revoke();
        }
        MPIException loss = null;
        try {
            comm.agree(flag);
        } catch (MPIException e) {
            if (!Recovery.isLoss(e)) {
                throw e;
            }
            loss = e;
        }
        if (loss != null || (flag[0] & CONNECTED) == 0) {
            BrokenCommunicators.add(comm);
        }
        return new CollectiveStep(comm, flag[0], failure, loss);
    }

    /** This rank's part of the step has failed before it began. All ranks that are left call this or {@link #run}. */
    static void giveUp(Intracomm comm) {
        comm.revoke();
        if (!BrokenCommunicators.contain(comm)) {
            try {
                comm.agree(new int[1]);
            } catch (MPIException e) {
                if (!Recovery.isLoss(e)) {
                    throw e;
                }
            }
            BrokenCommunicators.add(comm);
        }
    }

    /** Whether all ranks that are left have carried out the step. A rank may be lost nevertheless. */
    boolean isWell() {
        return (flag & WELL) != 0;
    }

    /** Whether all ranks have carried out the step, and none of them is known to be lost. */
    boolean isComplete() {
        return isWell() && loss == null;
    }

    /** Throws on all ranks if the step has failed on one of them, or if a rank is lost. */
    void check() throws CheckpointException {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (loss != null) {
            throw loss;
        }
        if ((flag & CONNECTED) == 0) {
            comm.revoke();
            comm.barrier(); // throws the error of a communicator that was revoked
        }
        if (!isWell()) {
            fail();
        }
    }

    private void fail() throws CheckpointException {
        String own = failure == null ? "" : failure.getMessage() == null ? failure.toString() : failure.getMessage();
        List<byte[]> texts = Gathering.bytes(comm, own.getBytes(StandardCharsets.UTF_8));
        for (int rank = 0; rank < texts.size(); rank++) {
            String text = new String(texts.get(rank), StandardCharsets.UTF_8);
            if (!text.isEmpty()) {
                throw new CheckpointException(own.isEmpty() ? "rank " + rank + ": " + text : own, failure);
            }
        }
        throw new CheckpointException("a rank has failed without a message", failure);
    }
}
