package mpj.checkpoint;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One registered piece of a rank's state, without its content.
 *
 * @param name under which the program has registered it
 * @param begin for a block, the index of its first element in the global array; otherwise 0
 * @param length the number of elements
 * @param global for a block, the number of elements of the global array; otherwise the length
 */
record Part(String name, Kind kind, ElementType type, long begin, long length, long global) {
    /** How ranks divide the data. The order of the constants is part of the format of files. */
    enum Kind {
        /** Each rank has data of its own. */
        OWN("own"),
        /** All ranks have the same data. */
        COMMON("common"),
        /** Each rank has a block of a global array. */
        BLOCK("block");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    long bytes() {
        return length * type.bytes();
    }

    /** The index after the last element. */
    long end() {
        return begin + length;
    }

    /** Whether data of the other part can become data of this one. */
    boolean fits(Part other) {
        return kind == other.kind && type == other.type && global == other.global;
    }

    /** The text for an error. */
    String text() {
        return kind.word + " " + type.name().toLowerCase(java.util.Locale.ROOT) + "[" + global + "]";
    }

    void write(DataOutput out) throws IOException {
        out.writeUTF(name);
        out.writeByte(kind.ordinal());
        out.writeByte(type.ordinal());
        out.writeLong(begin);
        out.writeLong(length);
        out.writeLong(global);
    }

    /**
     * @throws IOException when the bytes do not describe a part
     */
    static Part read(DataInput in) throws IOException {
        String name = in.readUTF();
        int kind = in.readUnsignedByte();
        int type = in.readUnsignedByte();
        long begin = in.readLong();
        long length = in.readLong();
        long global = in.readLong();
        if (kind >= Kind.values().length || type >= ElementType.values().length || begin < 0 || length < 0
            || global < length || begin > global - length || global > Long.MAX_VALUE / Long.BYTES) {
            throw new IOException("part " + name + " is malformed");
        }
        return new Part(name, Kind.values()[kind], ElementType.values()[type], begin, length, global);
    }
}
