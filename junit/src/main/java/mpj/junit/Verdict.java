package mpj.junit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * How a test ended on one rank, or that it has begun there.
 *
 * @param rank the rank
 * @param end the outcome
 * @param failure the reason; null if the test has not failed
 */
record Verdict(int rank, End end, RankFailure failure) {
    /** JUnit's outcomes, with the worst last. */
    enum End {
        /** The test is running. */
        BEGUN,
        PASSED,
        /** An assumption did not hold, or a condition disabled the test. */
        ABORTED,
        FAILED
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(rank);
        out.writeByte(end.ordinal());
        RankFailure.write(out, failure);
    }

    /**
     * @throws IOException when the data is not the verdict of one of this many ranks
     */
    static Verdict read(DataInputStream in, int ranks) throws IOException {
        int rank = in.readInt();
        int end = in.readByte();
        if (rank < 0 || rank >= ranks || end < 0 || end >= End.values().length) {
            throw new IOException("rank " + rank + ", end " + end + " is no verdict");
        }
        return new Verdict(rank, End.values()[end], RankFailure.read(in));
    }
}
