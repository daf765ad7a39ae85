package mpj.engine.library;

import java.util.ArrayList;
import java.util.List;

/** The messages and the receives of one rank in one communicator. Guarded by its {@link MemoryLibraries}. */
final class MemoryQueue {
    /**
     * A message that no receive has taken yet.
     *
     * @param source the sender's rank in the communicator
     */
    record Arrival(int source, MemoryRequest send) {
    }

    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<MemoryRequest> receives = new ArrayList<>();

    void send(int source, MemoryRequest send) {
        for (MemoryRequest receive : receives) {
            if (receive.accepts(source, send.tag)) {
                receives.remove(receive);
                receive.take(send, source);
                return;
            }
        }
        arrivals.add(new Arrival(source, send));
    }

    void receive(MemoryRequest receive) {
        Arrival found = find(receive.peer, receive.tag);
        if (found == null) {
            receives.add(receive);
        } else {
            arrivals.remove(found);
            receive.take(found.send, found.source);
        }
    }

    /** The message that a receive would take, or null. */
    Arrival find(int source, int tag) {
        MemoryRequest wanted = new MemoryRequest(false, 0, 0, MemoryDatatype.BYTE, source, tag);
        for (Arrival each : arrivals) {
            if (wanted.accepts(each.source, each.send.tag)) {
                return each;
            }
        }
        return null;
    }

    void remove(Arrival arrival) {
        arrivals.remove(arrival);
    }

    void cancel(MemoryRequest receive) {
        if (receives.remove(receive)) {
            receive.cancel();
        }
    }
}
