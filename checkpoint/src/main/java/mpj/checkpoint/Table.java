package mpj.checkpoint;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The description of one rank's part of a version.
 *
 * @param state the name of the state
 * @param version 1 or more
 * @param attempt a random number that all ranks' parts of the version have in common
 * @param rank that has written the part
 * @param ranks the number of ranks that have written the version
 * @param parts the content, whose bytes follow each other in this order
 */
record Table(String state, long version, long attempt, int rank, int ranks, List<Part> parts) {
    /** Where the content of a part begins. */
    long offset(int part) {
        return parts.subList(0, part).stream().mapToLong(Part::bytes).sum();
    }

    /** The size of the content of all parts. */
    long bytes() {
        return offset(parts.size());
    }

    /** @return -1 when there is no such part */
    int indexOf(String name) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    void write(DataOutput out) throws IOException {
        out.writeBoolean(ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN);
        out.writeUTF(state);
        out.writeLong(version);
        out.writeLong(attempt);
        out.writeInt(rank);
        out.writeInt(ranks);
        out.writeInt(parts.size());
        for (Part part : parts) {
            part.write(out);
        }
    }

    /**
     * @throws IOException when the bytes are not a table, or the content has the byte order of other machines
     */
    static Table read(DataInput in) throws IOException {
        boolean big = in.readBoolean();
        if (big != (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN)) {
            throw new IOException("the content has the byte order of another kind of machine; restore it there");
        }
        String state = in.readUTF();
        long version = in.readLong();
        long attempt = in.readLong();
        int rank = in.readInt();
        int ranks = in.readInt();
        int size = in.readInt();
        if (version < 1 || rank < 0 || rank >= ranks || size < 0) {
            throw new IOException("version " + version + " of rank " + rank + " of " + ranks + " is malformed");
        }
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            parts.add(Part.read(in));
        }
        return new Table(state, version, attempt, rank, ranks, List.copyOf(parts));
    }
}
