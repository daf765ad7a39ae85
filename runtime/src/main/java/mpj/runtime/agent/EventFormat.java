package mpj.runtime.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.Stage;

/** How events are written on the wire. */
final class EventFormat {
    private EventFormat() {
    }

    static void write(JobEvent event, DataOutputStream out) throws IOException {
        Fields fields = new Fields(out);
        switch (event) {
            case JobEvent.Exited(int rank, int status, boolean orderly, Stage stage, int fences,
                                 String lastLines) -> {
                out.writeByte(1);
                out.writeInt(rank);
                out.writeInt(status);
                out.writeBoolean(orderly);
                out.writeByte(stage.ordinal());
                out.writeInt(fences);
                fields.text(lastLines);
            }
            case JobEvent.Aborted(int rank, int code, String line) -> {
                out.writeByte(2);
                out.writeInt(rank);
                out.writeInt(code);
                fields.text(line);
            }
            case JobEvent.FailedToStart(int rank, String line) -> {
                out.writeByte(3);
                out.writeInt(rank);
                fields.text(line);
            }
            case JobEvent.Placed(int rank, long pid, String cores, boolean bound) -> {
                out.writeByte(4);
                out.writeInt(rank);
                out.writeLong(pid);
                fields.text(cores);
                out.writeBoolean(bound);
            }
            case JobEvent.HostFailed(String host, String reason) -> {
                out.writeByte(5);
                fields.text(host);
                fields.text(reason);
            }
            case JobEvent.Tolerates(int rank) -> {
                out.writeByte(6);
                out.writeInt(rank);
            }
            case JobEvent.JvmExited(List<Integer> ranks, int culprit) -> {
                out.writeByte(7);
                fields.list(ranks, out::writeInt);
                out.writeInt(culprit);
            }
            case JobEvent.OutputClosed() -> throw new ProtocolException("an agent has no output of its own");
        }
    }

    static JobEvent read(DataInputStream in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case 1 -> new JobEvent.Exited(in.readInt(), in.readInt(), in.readBoolean(), stage(in.readByte()),
                in.readInt(), Fields.text(in));
            case 2 -> new JobEvent.Aborted(in.readInt(), in.readInt(), Fields.text(in));
            case 3 -> new JobEvent.FailedToStart(in.readInt(), Fields.text(in));
            case 4 -> new JobEvent.Placed(in.readInt(), in.readLong(), Fields.text(in), in.readBoolean());
            case 5 -> new JobEvent.HostFailed(Fields.text(in), Fields.text(in));
            case 6 -> new JobEvent.Tolerates(in.readInt());
            case 7 -> new JobEvent.JvmExited(Fields.list(in, DataInputStream::readInt), in.readInt());
            default -> throw new ProtocolException("no event has kind " + kind);
        };
    }

    private static Stage stage(int ordinal) throws IOException {
        Stage[] stages = Stage.values();
        if (ordinal < 0 || ordinal >= stages.length) {
            throw new ProtocolException("no stage has number " + ordinal);
        }
        return stages[ordinal];
    }
}
