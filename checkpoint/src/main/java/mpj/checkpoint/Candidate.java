package mpj.checkpoint;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A part of a version that a rank may be able to read.
 *
 * @param version 1 or more
 * @param rank that has written the part
 * @param ranks the number of ranks that have written the version
 */
record Candidate(long version, int rank, int ranks) {
    void write(DataOutput out) throws IOException {
        out.writeLong(version);
        out.writeInt(rank);
        out.writeInt(ranks);
    }

    static Candidate read(DataInput in) throws IOException {
        return new Candidate(in.readLong(), in.readInt(), in.readInt());
    }
}
