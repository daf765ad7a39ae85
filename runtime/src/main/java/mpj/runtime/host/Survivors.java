package mpj.runtime.host;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import mpj.runtime.wire.Connection;
import mpj.runtime.wire.Message;

/** The ranks of this host that go on when others are lost, and where each wants to hear of it. Thread-safe. */
final class Survivors {
    private final Map<Integer, Connection> tolerant = new HashMap<>();

    synchronized void add(int rank, Connection connection) {
        tolerant.put(rank, connection);
    }

    /** Tells every rank but the lost one. */
    synchronized void tell(Message.Lost lost) {
        tolerant.remove(lost.rank());
        for (Connection connection : tolerant.values()) {
            try {
                connection.send(lost);
            } catch (IOException e) {
                continue; // it has ended too, or does not listen any more
            }
        }
    }
}
