package mpj.engine.match;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.Receive;

/** A rank from which packets come, and its messages that are under way. */
public final class Source {
    private static final int MOST_SPARES = 16;

    public final int rank;
    /**
     * The messages by the sender's number, except the latest message. The latest is most often the only one, and is
     * kept beside the others.
     */
    private final ByNumber<Arrival> arriving = new ByNumber<>();
    private Arrival latest;
    private Arrival spares;
    private int spareCount;
    /**
     * The receive that has matched a whole message of which nothing has arrived yet, or null. That message is the next
     * one from this rank.
     */
    private Receive awaiting;

    /** How many bytes of this rank's unexpected messages are kept. */
    long unexpectedBytes;
    /** Whether this rank was asked to announce its messages instead of sending them. */
    boolean congested;
    public boolean lost;

    Source(int rank) {
        this.rank = rank;
    }

    /** An arrival to use again. So messages in fragments, and early messages, need no new object. */
    public Arrival spareArrival() {
        Arrival arrival = spares;
        if (arrival == null) {
            return new Arrival();
        }
        spares = arrival.next;
        spareCount--;
        arrival.next = null;
        return arrival;
    }

    /** Keeps an arrival for the next message. It must be complete, and in no list. */
    public void keep(Arrival arrival) {
        arrival.receive = null;
        if (spareCount < MOST_SPARES) {
            arrival.next = spares;
            spares = arrival;
            spareCount++;
        }
    }

    public void await(Receive receive) {
        awaiting = receive;
    }

    /** Whether the message that comes belongs to a receive that has not failed. */
    public boolean isAwaited() {
        return awaiting != null;
    }

    /** The receive that takes the message that has come, or null. After this call there is no such receive. */
    public Receive takeAwaiting() {
        Receive receive = awaiting;
        awaiting = null;
        return receive;
    }

    public void add(Arrival arrival) {
        if (latest != null) {
            arriving.put(latest.number, latest);
        }
        latest = arrival;
    }

    public void remove(Arrival arrival) {
        if (latest == arrival) {
            latest = null;
        } else if (arrival.number != Arrival.WHOLE) {
            arriving.remove(arrival.number);
        }
    }

    /** The message with this number, or null. */
    public Arrival arriving(long number) {
        Arrival arrival = latest;
        return arrival != null && arrival.number == number ? arrival : arriving.get(number);
    }

    /** All messages that are under way. */
    public List<Arrival> arriving() {
        List<Arrival> all = new ArrayList<>();
        arriving.forEach(all::add);
        if (latest != null) {
            all.add(latest);
        }
        return all;
    }
}
