package mpj.junit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * How a test ended on one rank; or that it has begun there.
 *
 * @param rank whose
 * @param end what became of it
 * @param failure why; null if it has not failed
 */
record Verdict(int rank, End end, RankFailure failure) {
    /** As JUnit has it, the worst last. */
    enum End {
        /** It goes on. */
        BEGUN,
        PASSED,
        /** An assumption did not hold, or a condition said not to run it. */
        ABORTED,
        FAILED
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(rank);
        out.writeByte(end.ordinal());
        RankFailure.write(out, failure);
    }

    /** @throws IOException when what comes is no verdict of one of so many ranks */
    static Verdict read(DataInputStream in, int ranks) throws IOException {
        int rank = in.readInt();
        int end = in.readByte();
        if (rank < 0 || rank >= ranks || end < 0 || end >= End.values().length) {
            throw new IOException("rank " + rank + ", end " + end + " is no verdict");
        }
        return new Verdict(rank, End.values()[end], RankFailure.read(in));
    }
}
