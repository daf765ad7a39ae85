package mpj.engine;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The messages that nothing has matched yet. Each is in a bin, by context, source and tag. All are also in one list in
 * the order of arrival, for receives with wildcards. Apart from these, there are those that a probe has matched, until
 * they are received.
 */
sealed class UnexpectedMessages permits WatchedUnexpected {
    private final Arrival[] heads = new Arrival[MatchKey.BINS];
    private final Arrival[] tails = new Arrival[MatchKey.BINS];
    private Arrival first;
    private Arrival last;
    private final Set<Arrival> matched = new HashSet<>();

    boolean isEmpty() {
        return first == null;
    }

    void add(Arrival arrival) {
        int bin = MatchKey.bin(arrival.context, arrival.source, arrival.tag);
        arrival.previousInBin = tails[bin];
        if (tails[bin] == null) {
            heads[bin] = arrival;
        } else {
            tails[bin].nextInBin = arrival;
        }
        tails[bin] = arrival;
        arrival.previous = last;
        if (last == null) {
            first = arrival;
        } else {
            last.next = arrival;
        }
        last = arrival;
    }

    void remove(Arrival arrival) {
        int bin = MatchKey.bin(arrival.context, arrival.source, arrival.tag);
        if (arrival.previousInBin == null) {
            heads[bin] = arrival.nextInBin;
        } else {
            arrival.previousInBin.nextInBin = arrival.nextInBin;
        }
        if (arrival.nextInBin == null) {
            tails[bin] = arrival.previousInBin;
        } else {
            arrival.nextInBin.previousInBin = arrival.previousInBin;
        }
        if (arrival.previous == null) {
            first = arrival.next;
        } else {
            arrival.previous.next = arrival.next;
        }
        if (arrival.next == null) {
            last = arrival.previous;
        } else {
            arrival.next.previous = arrival.previous;
        }
        arrival.previousInBin = null;
        arrival.nextInBin = null;
        arrival.previous = null;
        arrival.next = null;
    }

    /** Takes a message out for a receive that is there. */
    void take(Arrival arrival) {
        remove(arrival);
    }

    /** Takes a message out for a receive that will come. */
    void match(Arrival arrival) {
        remove(arrival);
        arrival.matched = true;
        matched.add(arrival);
    }

    /** Hands out a message whose receive has come. */
    void handOut(Arrival arrival) {
        arrival.matched = false;
        matched.remove(arrival);
    }

    /** Shows each message that a probe has matched and nobody has received yet. */
    void forEachMatched(Consumer<Arrival> action) {
        matched.forEach(action);
    }

    /**
     * Shows each message that nothing has matched, in the order of arrival. The message that is being shown may be
     * removed.
     */
    void forEach(Consumer<Arrival> action) {
        Arrival arrival = first;
        while (arrival != null) {
            Arrival following = arrival.next;
            action.accept(arrival);
            arrival = following;
        }
    }

    /** The message that a receive with these arguments would take, or null. */
    Arrival find(int context, int source, int tag) {
        if (source == Receive.ANY || tag == Receive.ANY) {
            for (Arrival arrival = first; arrival != null; arrival = arrival.next) {
                if (arrival.context == context && (source == Receive.ANY || arrival.source == source)
                    && (tag == Receive.ANY || arrival.tag == tag)) {
                    return arrival;
                }
            }
            return null;
        }
        Arrival arrival = heads[MatchKey.bin(context, source, tag)];
        while (arrival != null
            && (arrival.tag != tag || arrival.source != source || arrival.context != context)) {
            arrival = arrival.nextInBin;
        }
        return arrival;
    }
}
