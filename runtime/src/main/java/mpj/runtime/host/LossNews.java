package mpj.runtime.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/**
 * The lost ranks of this job and of other jobs of the launcher, and the connections of this host's ranks that want to
 * hear of them. Thread-safe.
 */
final class LossNews {
    private final Map<Integer, Message.Lost> known = new LinkedHashMap<>();
    private final List<Message.LostElsewhere> elsewhere = new ArrayList<>();
    private final Map<Integer, LauncherConnection> listeners = new HashMap<>();

    /**
     * Begins to report losses to a rank, including the losses that it has missed. A lost rank hears nothing: where
     * ranks are threads, some of its own threads may still run.
     */
    synchronized void listens(int rank, LauncherConnection connection) {
        if (known.containsKey(rank)) {
            send(connection, new Message.Done());
            return;
        }
        listeners.put(rank, connection);
        known.values().forEach(lost -> send(connection, lost));
        elsewhere.forEach(lost -> send(connection, lost));
    }

    /** A rank is ending and need not wait for reports any longer. At its end a JVM waits for threads that read. */
    synchronized void endsListening(int rank) {
        LauncherConnection connection = listeners.remove(rank);
        if (connection != null) {
            send(connection, new Message.Done());
        }
    }

    /** Tells every rank except the lost one. Ranks are told again if a rank that has left is later taken for dead. */
    synchronized void tell(Message.Lost lost) {
        listeners.remove(lost.rank());
        if (!lost.equals(known.put(lost.rank(), lost))) {
            listeners.values().forEach(connection -> send(connection, lost));
        }
    }

    /** Tells every rank that a rank of another job is lost. */
    synchronized void tell(Message.LostElsewhere lost) {
        elsewhere.add(lost);
        listeners.values().forEach(connection -> send(connection, lost));
    }

    private static void send(LauncherConnection connection, Message message) {
        try {
            connection.send(message);
        } catch (IOException e) {
            return; // this rank has ended as well, or no longer listens
        }
    }
}
