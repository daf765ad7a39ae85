package mpj.runtime.daemon;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;

/**
 * What a client asks once it is known: one byte, then the fields. The daemon answers with a string, empty for yes, else
 * the reason why not; after a yes to {@link Start} the connection is the agent's.
 */
sealed interface DaemonRequest {
    /**
     * Start an agent.
     *
     * @param library the client's library; the daemon's must be the same, since the two talk by its protocol
     * @param ranks how many it is going to start; the agent starts no more
     */
    record Start(String library, int ranks) implements DaemonRequest {
    }

    /** Tell what runs. The administrator's. */
    record Status() implements DaemonRequest {
    }

    /** End everything. The administrator's. */
    record Stop() implements DaemonRequest {
    }

    /** Writes this request. */
    default void write(DataOutputStream out) throws IOException {
        switch (this) {
            case Start start -> {
                out.writeByte('a');
                out.writeUTF(start.library());
                out.writeInt(start.ranks());
            }
            case Status status -> out.writeByte('s');
            case Stop stop -> out.writeByte('e');
        }
        out.flush();
    }

    /** Reads what comes. */
    static DaemonRequest read(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case 'a' -> new Start(in.readUTF(), in.readInt());
            case 's' -> new Status();
            case 'e' -> new Stop();
            default -> throw new ProtocolException("no request begins with " + kind);
        };
    }
}
