package mpj.runtime.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.KeyValueExchange.Entry;
import mpj.runtime.host.RankReport;

/** What goes up the tree, from an agent to the one above and at last to the launcher. */
public sealed interface Upward {
    /** First: an agent runs. Addresses are empty where ssh does not tell them. */
    record Ready(String address, String addressAbove) implements Upward {
    }

    /** The subtree has reached the fence; these values are new. */
    record Fence(List<Entry> values) implements Upward {
    }

    /** Asks for what a rank of another subtree has published. */
    record Get(int rank, String key) implements Upward {
    }

    /** Asks for a class path entry that this host lacks. */
    record Need(String digest) implements Upward {
    }

    /** Whole lines that ranks of a host have printed. */
    record Output(int host, boolean error, byte[] bytes) implements Upward {
    }

    /** Rank 0 has taken the input that was sent. */
    record InputTaken() implements Upward {
    }

    /** What became of a rank or a host. */
    record Happened(JobEvent event) implements Upward {
    }

    /** The answer to an inquiry, for one rank. */
    record Inspected(int inquiry, RankReport report) implements Upward {
    }

    /** Writes the kind and the fields. */
    default void write(DataOutputStream out) throws IOException {
        Fields fields = new Fields(out);
        switch (this) {
            case Ready ready -> {
                out.writeByte(1);
                fields.text(ready.address);
                fields.text(ready.addressAbove);
            }
            case Fence fence -> {
                out.writeByte(2);
                fields.list(fence.values, entry -> {
                    out.writeInt(entry.rank());
                    out.writeUTF(entry.key());
                    fields.bytes(entry.value());
                });
            }
            case Get get -> {
                out.writeByte(3);
                out.writeInt(get.rank);
                out.writeUTF(get.key);
            }
            case Need need -> {
                out.writeByte(4);
                fields.text(need.digest);
            }
            case Output output -> {
                out.writeByte(5);
                out.writeInt(output.host);
                out.writeBoolean(output.error);
                fields.bytes(output.bytes);
            }
            case InputTaken taken -> out.writeByte(6);
            case Happened happened -> {
                out.writeByte(7);
                EventFormat.write(happened.event, out);
            }
            case Inspected inspected -> {
                out.writeByte(8);
                out.writeInt(inspected.inquiry);
                RankReport report = inspected.report;
                out.writeInt(report.rank());
                fields.text(report.host());
                out.writeLong(report.pid());
                out.writeLong(report.residentBytes());
                fields.text(report.stack());
            }
        }
    }

    /** Reads what {@link #write} wrote; {@code in} ends where the message ends. */
    static Upward read(DataInputStream in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case 1 -> new Ready(Fields.text(in), Fields.text(in));
            case 2 -> new Fence(Fields.list(in, each -> new Entry(each.readInt(), each.readUTF(), Fields.bytes(each))));
            case 3 -> new Get(in.readInt(), in.readUTF());
            case 4 -> new Need(Fields.text(in));
            case 5 -> new Output(in.readInt(), in.readBoolean(), Fields.bytes(in));
            case 6 -> new InputTaken();
            case 7 -> new Happened(EventFormat.read(in));
            case 8 -> new Inspected(in.readInt(),
                new RankReport(in.readInt(), Fields.text(in), in.readLong(), in.readLong(), Fields.text(in)));
            default -> throw new ProtocolException("nothing that goes up has kind " + kind);
        };
    }
}
