package mpj.runtime.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;

/**
 * One message between a rank and its launcher. On the wire: 4 bytes length of what follows, 1 byte kind, the fields;
 * numbers in network byte order, strings in modified UTF-8 with a 2-byte length, a value's bytes up to the end.
 *
 * <p>A rank opens with {@link Hello}; {@link Put}, {@link Get}, {@link Fence}, {@link Finalized}, {@link Abort},
 * {@link Failed}, {@link Exiting}, {@link Ended} and {@link Tolerate} are requests, each answered by {@link Done},
 * {@link Value} or {@link Refused}.
 * Over a connection that has sent {@link Listen}, {@link Lost} comes unasked, up to a {@link Done} when the rank is
 * exiting. On the connection that a rank opens
 * with {@link Watching} the launcher asks, with {@link Inspect}, and the rank answers with a {@link Report}. A viewer
 * opens with a hello of no rank, asks once, and gets reports up to a {@link Done}.
 */
public sealed interface Message {
    /** The longest key, in characters. */
    int MAX_KEY = 256;
    /** The longest value, in bytes. */
    int MAX_VALUE = 64 << 10;
    /** The longest line of an abort or failure, in characters; longer ones are cut. */
    int MAX_LINE = 4_000;
    /** No message is longer, in bytes; what claims to be is garbage. */
    int MAX_BYTES = MAX_VALUE + 3 * MAX_KEY + 16;

    /** The byte that tells this kind of message on the wire. */
    byte kind();

    /** Writes the fields. */
    void write(DataOutputStream out) throws IOException;

    /** First message of every connection: proof of the secret, and whose connection it is. */
    record Hello(int rank, byte[] secret) implements Message {
        static final byte KIND = 1;
        /** Instead of a rank: somebody who looks at the job. */
        public static final int VIEWER = -1;
        /** Bytes of a hello after its length. */
        public static final int BYTES = 1 + Integer.BYTES + JobEnvironment.SECRET_BYTES;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(rank);
            out.write(secret);
        }
    }

    /** Publish a value at the next fence. */
    record Put(String key, byte[] value) implements Message {
        static final byte KIND = 2;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeUTF(key);
            out.write(value);
        }
    }

    /** Ask for what a rank published. */
    record Get(int rank, String key) implements Message {
        static final byte KIND = 3;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(rank);
            out.writeUTF(key);
        }
    }

    /** Answered when every rank has sent it. */
    record Fence() implements Message {
        static final byte KIND = 4;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) {
        }
    }

    /** The program called Abort. */
    record Abort(int code, String line) implements Message {
        static final byte KIND = 5;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(code);
            out.writeUTF(cut(line));
        }
    }

    /** The program could not be started. */
    record Failed(String line) implements Message {
        static final byte KIND = 6;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeUTF(cut(line));
        }
    }

    /** The rank's JVM is shutting down by itself: an exit status above 128 is then a status, not a signal. */
    record Exiting() implements Message {
        static final byte KIND = 7;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) {
        }
    }

    /** The request was carried out. */
    record Done() implements Message {
        static final byte KIND = 8;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) {
        }
    }

    /** The answer to a get. */
    record Value(byte[] bytes) implements Message {
        static final byte KIND = 9;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.write(bytes);
        }
    }

    /** The request cannot be carried out. */
    record Refused(String reason) implements Message {
        static final byte KIND = 10;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeUTF(cut(reason));
        }
    }

    /** This connection is the one on which the rank watches its launcher, and can be asked. */
    record Watching() implements Message {
        static final byte KIND = 13;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) {
        }
    }

    /** To a rank: report your stacks. From a viewer: report on every rank, with its stacks or its state. */
    record Inspect(boolean stacks) implements Message {
        static final byte KIND = 14;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeBoolean(stacks);
        }
    }

    /** What an inspection found; to a viewer there are many, and {@link Done} at the end. */
    record Report(String text) implements Message {
        static final byte KIND = 15;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.write(bytes, 0, Math.min(bytes.length, MAX_VALUE));
        }
    }

    /** This rank has ended in order, though its process goes on: the ranks are its threads. */
    record Ended() implements Message {
        static final byte KIND = 16;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) {
        }
    }

    /** This rank has ended MPI in order: nobody needs it any more. */
    record Finalized() implements Message {
        static final byte KIND = 17;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) {
        }
    }

    /** Tell this rank, on this connection, which ranks are lost: those that are, and those that will be. */
    record Listen() implements Message {
        static final byte KIND = 18;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) {
        }
    }

    /** This rank goes on when another is lost. */
    record Tolerate() implements Message {
        static final byte KIND = 11;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) {
        }
    }

    /** A rank has died; or it has left, with exit code 0 but without Finalize. */
    record Lost(int rank, String how, boolean left) implements Message {
        static final byte KIND = 12;

        @Override
        public byte kind() {
            return KIND;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(rank);
            out.writeUTF(cut(how));
            out.writeBoolean(left);
        }
    }

    /**
     * Reads the fields of a message of a kind; {@code in} ends where the message ends.
     *
     * @throws IOException when the kind is unknown, a field is out of its range or cut off
     */
    static Message read(byte kind, DataInputStream in) throws IOException {
        return switch (kind) {
            case Hello.KIND -> new Hello(in.readInt(), in.readNBytes(JobEnvironment.SECRET_BYTES));
            case Put.KIND -> new Put(key(in), value(in));
            case Get.KIND -> new Get(in.readInt(), key(in));
            case Fence.KIND -> new Fence();
            case Abort.KIND -> new Abort(in.readInt(), in.readUTF());
            case Failed.KIND -> new Failed(in.readUTF());
            case Exiting.KIND -> new Exiting();
            case Done.KIND -> new Done();
            case Value.KIND -> new Value(value(in));
            case Refused.KIND -> new Refused(in.readUTF());
            case Tolerate.KIND -> new Tolerate();
            case Lost.KIND -> new Lost(in.readInt(), in.readUTF(), in.readBoolean());
            case Watching.KIND -> new Watching();
            case Inspect.KIND -> new Inspect(in.readBoolean());
            case Report.KIND -> new Report(new String(value(in), StandardCharsets.UTF_8));
            case Ended.KIND -> new Ended();
            case Finalized.KIND -> new Finalized();
            case Listen.KIND -> new Listen();
            default -> throw new ProtocolException("no message has kind " + kind);
        };
    }

    private static String key(DataInputStream in) throws IOException {
        String key = in.readUTF();
        if (key.length() > MAX_KEY) {
            throw new ProtocolException("a key of " + key.length() + " characters; the limit is " + MAX_KEY);
        }
        return key;
    }

    private static byte[] value(DataInputStream in) throws IOException {
        byte[] value = in.readAllBytes();
        if (value.length > MAX_VALUE) {
            throw new ProtocolException("a value of " + value.length + " bytes; the limit is " + MAX_VALUE);
        }
        return value;
    }

    private static String cut(String line) {
        return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE);
    }
}
