package mpj.runtime.host;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** Which ranks are lost, and where those of this host want to hear of it. Thread-safe. */
final class LossNews {
    private final Map<Integer, Message.Lost> known = new LinkedHashMap<>();
    private final Map<Integer, LauncherConnection> listeners = new HashMap<>();

    /**
     * A rank listens from now on; it is told what it has missed. One that is lost itself hears nothing: where ranks are
     * threads, some of its own may still run.
     */
    synchronized void listens(int rank, LauncherConnection connection) {
        if (known.containsKey(rank)) {
            send(connection, new Message.Done());
            return;
        }
        listeners.put(rank, connection);
        known.values().forEach(lost -> send(connection, lost));
    }

    /** A rank is ending, and need not wait for news any more: at its end a JVM waits for threads that read. */
    synchronized void endsListening(int rank) {
        LauncherConnection connection = listeners.remove(rank);
        if (connection != null) {
            send(connection, new Message.Done());
        }
    }

    /** Tells every rank but the lost one; again if one that has left is then taken for dead. */
    synchronized void tell(Message.Lost lost) {
        listeners.remove(lost.rank());
        if (!lost.equals(known.put(lost.rank(), lost))) {
            listeners.values().forEach(connection -> send(connection, lost));
        }
    }

    private static void send(LauncherConnection connection, Message message) {
        try {
            connection.send(message);
        } catch (IOException e) {
            return; // it has ended too, or does not listen any more
        }
    }
}
