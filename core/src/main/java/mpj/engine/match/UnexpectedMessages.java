package mpj.engine.match;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import mpj.engine.Receive;

/**
 * The messages that nothing has matched yet. Each is in a bin, by context, source and tag. There are more bins when
 * more messages wait, so that a search does not depend on their number. All messages are also in one list in the order
 * of arrival, for receives with wildcards. If such a receive would have to pass many messages in that list, {@link
 * WildcardIndex} finds its message. The messages that a probe has matched are kept apart from all these until they are
 * received.
 */
public class UnexpectedMessages {
    /** A receive with wildcards passes this many messages of the list before it makes an index. */
    private static final int LONG_SEARCH = 64;

    private Arrival[] heads = new Arrival[MatchKey.BINS];
    private Arrival[] tails = new Arrival[MatchKey.BINS];
    private int size;
    private Arrival first;
    private Arrival last;
    /** Null unless a receive with wildcards has passed many messages, and some of those still wait. */
    private WildcardIndex index;
    /** How many messages the searches have looked at. */
    private long looks;
    private final Set<Arrival> matched = new HashSet<>();

    public boolean isEmpty() {
        return first == null;
    }

    public void add(Arrival arrival) {
        if (size == heads.length) {
            spread();
        }
        size++;
        list(arrival);
        arrival.previous = last;
        if (last == null) {
            first = arrival;
        } else {
            last.next = arrival;
        }
        last = arrival;
        if (index != null) {
            index.add(arrival);
        }
    }

    private int bin(int context, int source, int tag) {
        return MatchKey.bin(context, source, tag, heads.length);
    }

    /** Puts an arrival at the end of its bin. */
    private void list(Arrival arrival) {
        int bin = bin(arrival.context, arrival.source, arrival.tag);
        arrival.previousInBin = tails[bin];
        arrival.nextInBin = null;
        if (tails[bin] == null) {
            heads[bin] = arrival;
        } else {
            tails[bin].nextInBin = arrival;
        }
        tails[bin] = arrival;
    }

    /** Puts all messages into twice as many bins. */
    private void spread() {
        heads = new Arrival[2 * heads.length];
        tails = new Arrival[heads.length];
        for (Arrival arrival = first; arrival != null; arrival = arrival.next) {
            list(arrival);
        }
    }

    public void remove(Arrival arrival) {
        size--;
        if (index != null) {
            index.remove(arrival);
            if (size == 0) {
                index = null; // as long as few messages wait, the list is faster
            }
        }
        int bin = bin(arrival.context, arrival.source, arrival.tag);
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

    /** Takes a message out for a receive that is there already. */
    public void take(Arrival arrival) {
        remove(arrival);
    }

    /** Takes a message out for a receive that will come. */
    public void match(Arrival arrival) {
        remove(arrival);
        arrival.matched = true;
        matched.add(arrival);
    }

    /** Hands out a message whose receive has come. */
    public void handOut(Arrival arrival) {
        arrival.matched = false;
        matched.remove(arrival);
    }

    /** Calls the action with each message that a probe has matched and nobody has received yet. */
    public void forEachMatched(Consumer<Arrival> action) {
        matched.forEach(action);
    }

    /**
     * Calls the action with each message that nothing has matched, in the order of arrival. The action may remove its
     * message.
     */
    public void forEach(Consumer<Arrival> action) {
        Arrival arrival = first;
        while (arrival != null) {
            Arrival following = arrival.next;
            action.accept(arrival);
            arrival = following;
        }
    }

    /** The message that a receive with these arguments would take, or null. */
    public Arrival find(int context, int source, int tag) {
        if (source == Receive.ANY || tag == Receive.ANY) {
            return index == null ? findInList(context, source, tag) : index.find(context, source, tag);
        }
        Arrival arrival = heads[bin(context, source, tag)];
        int passed = 0;
        while (arrival != null
            && (arrival.tag != tag || arrival.source != source || arrival.context != context)) {
            arrival = arrival.nextInBin;
            passed++;
        }
        looks += passed + 1;
        return arrival;
    }

    private Arrival findInList(int context, int source, int tag) {
        int passed = 0;
        for (Arrival arrival = first; arrival != null; arrival = arrival.next) {
            if (arrival.context == context && (source == Receive.ANY || arrival.source == source)
                && (tag == Receive.ANY || arrival.tag == tag)) {
                looks += passed + 1;
                return arrival;
            }
            if (++passed == LONG_SEARCH) {
                looks += passed;
                index = new WildcardIndex();
                forEach(index::add);
                return index.find(context, source, tag);
            }
        }
        looks += passed;
        return null;
    }

    /** How many messages the searches have looked at so far. Searches in the index do not count. */
    long looks() {
        return looks;
    }
}
