package mpj.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A rank that packets come from, and its messages that are under way. */
final class Source {
    private static final int MOST_SPARES = 16;

    final int rank;
    /** By the sender's number; the latest, most often the only one, beside the map. */
    private final Map<Long, Arrival> arriving = new HashMap<>();
    private Arrival latest;
    private Arrival spares;
    private int spareCount;
    /** Has matched a message that comes whole, of which nothing has arrived: the next from this rank. Or null. */
    private Receive awaiting;

    /** Bytes kept of its unexpected messages. */
    long unexpectedBytes;
    /** It was asked to announce its messages instead of sending them. */
    boolean congested;
    boolean lost;

    Source(int rank) {
        this.rank = rank;
    }

    /** An arrival to use again, so that none need be made for each message in fragments, or that is early. */
    Arrival spareArrival() {
        Arrival arrival = spares;
        if (arrival == null) {
            return new Arrival();
        }
        spares = arrival.next;
        spareCount--;
        arrival.next = null;
        return arrival;
    }

    /** Keeps an arrival that is complete, and in no list, for the next message. */
    void keep(Arrival arrival) {
        arrival.receive = null;
        if (spareCount < MOST_SPARES) {
            arrival.next = spares;
            spares = arrival;
            spareCount++;
        }
    }

    void await(Receive receive) {
        awaiting = receive;
    }

    /** Who takes the message that has come, or null; nobody any more after this. */
    Receive takeAwaiting() {
        Receive receive = awaiting;
        awaiting = null;
        return receive;
    }

    void add(Arrival arrival) {
        if (latest != null) {
            arriving.put(latest.number, latest);
        }
        latest = arrival;
    }

    void remove(Arrival arrival) {
        if (latest == arrival) {
            latest = null;
        } else if (arrival.number != Arrival.WHOLE) {
            arriving.remove(arrival.number);
        }
    }

    /** The message with this number, or null. */
    Arrival arriving(long number) {
        Arrival arrival = latest;
        return arrival != null && arrival.number == number ? arrival : arriving.get(number);
    }

    /** All that are under way. */
    List<Arrival> arriving() {
        List<Arrival> all = new ArrayList<>(arriving.values());
        if (latest != null) {
            all.add(latest);
        }
        return all;
    }
}
