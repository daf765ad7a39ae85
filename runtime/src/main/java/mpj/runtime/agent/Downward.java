package mpj.runtime.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import mpj.runtime.wire.Message;

/** What comes down the tree, from the launcher or an agent to the agents below. */
sealed interface Downward {
    /** First: what to do. */
    record Begin(Plan plan) implements Downward {
    }

    /** The answer to {@link Upward.Get}. */
    record Answer(int rank, String key, Message message) implements Downward {
    }

    /** Every rank of the job has reached the fence. */
    record Release() implements Downward {
    }

    /** A rank has ended, after it reached so many fences; how is what it left out of MPI, or empty. */
    record Ended(int rank, int fences, String how) implements Downward {
    }

    /** A rank is dead, and the others go on without it. */
    record Lost(int rank, String how) implements Downward {
    }

    /** So many bytes of a host's output have been written. */
    record OutputTaken(int host, int bytes) implements Downward {
    }

    /** Standard input of rank 0; no bytes at its end. The next comes after {@link Upward.InputTaken}. */
    record Input(byte[] bytes) implements Downward {
    }

    /** A file of the content that {@link Upward.Need} asked for begins. */
    record ShippedFile(String name) implements Downward {
    }

    /** The next bytes of that file. */
    record ShippedBytes(byte[] bytes) implements Downward {
    }

    /** That was the last file. Not empty: it cannot be had, for this reason. */
    record ShippedAll(String failure) implements Downward {
    }

    /** Report on every rank, within a time. */
    record Inspect(int inquiry, boolean stacks, long limitMillis) implements Downward {
    }

    /** End the ranks, then yourself. */
    record End() implements Downward {
    }

    /** Writes the kind and the fields. */
    default void write(DataOutputStream out) throws IOException {
        Fields fields = new Fields(out);
        switch (this) {
            case Begin begin -> {
                out.writeByte(1);
                begin.plan.write(out);
            }
            case Answer answer -> {
                out.writeByte(2);
                out.writeInt(answer.rank);
                out.writeUTF(answer.key);
                out.writeByte(answer.message.kind());
                answer.message.write(out);
            }
            case Release release -> out.writeByte(3);
            case Ended ended -> {
                out.writeByte(4);
                out.writeInt(ended.rank);
                out.writeInt(ended.fences);
                fields.text(ended.how);
            }
            case OutputTaken taken -> {
                out.writeByte(5);
                out.writeInt(taken.host);
                out.writeInt(taken.bytes);
            }
            case Input input -> {
                out.writeByte(6);
                fields.bytes(input.bytes);
            }
            case ShippedFile file -> {
                out.writeByte(7);
                fields.text(file.name);
            }
            case ShippedBytes shipped -> {
                out.writeByte(8);
                fields.bytes(shipped.bytes);
            }
            case ShippedAll all -> {
                out.writeByte(9);
                fields.text(all.failure);
            }
            case Inspect inspect -> {
                out.writeByte(10);
                out.writeInt(inspect.inquiry);
                out.writeBoolean(inspect.stacks);
                out.writeLong(inspect.limitMillis);
            }
            case End end -> out.writeByte(11);
            case Lost lost -> {
                out.writeByte(12);
                out.writeInt(lost.rank);
                fields.text(lost.how);
            }
        }
    }

    /** Reads what {@link #write} wrote; {@code in} ends where the message ends. */
    static Downward read(DataInputStream in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case 1 -> new Begin(Plan.read(in));
            case 2 -> new Answer(in.readInt(), in.readUTF(), Message.read(in.readByte(), in));
            case 3 -> new Release();
            case 4 -> new Ended(in.readInt(), in.readInt(), Fields.text(in));
            case 5 -> new OutputTaken(in.readInt(), in.readInt());
            case 6 -> new Input(Fields.bytes(in));
            case 7 -> new ShippedFile(Fields.text(in));
            case 8 -> new ShippedBytes(Fields.bytes(in));
            case 9 -> new ShippedAll(Fields.text(in));
            case 10 -> new Inspect(in.readInt(), in.readBoolean(), in.readLong());
            case 11 -> new End();
            case 12 -> new Lost(in.readInt(), Fields.text(in));
            default -> throw new ProtocolException("nothing that comes down has kind " + kind);
        };
    }
}
