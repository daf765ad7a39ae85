package mpj.engine.match;

import java.util.function.Consumer;
import mpj.engine.Receive;

/**
 * The receives that wait for a message. Receives without wildcards are found by hash; receives with wildcards are tried
 * in the order of posting. If two fit, the one that was posted first takes the message.
 */
public class PostedReceives {
    private static final int WILD = MatchKey.BINS;

    /**
     * A receive that was posted when there was no other. It stays out of the lists as long as it is the only one. Most
     * often there is only one.
     */
    private Receive sole;
    private int listed;
    private final Receive[] heads = new Receive[MatchKey.BINS + 1];
    private final Receive[] tails = new Receive[MatchKey.BINS + 1];
    private long order;

    public void add(Receive receive) {
        receive.posted = true;
        if (sole == null && listed == 0) {
            sole = receive;
            return;
        }
        if (sole != null) {
            list(sole);
            sole = null;
        }
        list(receive);
    }

    private void list(Receive receive) {
        listed++;
        receive.order = order++;
        int bin = binOf(receive);
        Receive tail = tails[bin];
        receive.previous = tail;
        receive.next = null;
        if (tail == null) {
            heads[bin] = receive;
        } else {
            tail.next = receive;
        }
        tails[bin] = receive;
    }

    private static int binOf(Receive receive) {
        return receive.source == Receive.ANY || receive.tag == Receive.ANY
            ? WILD : MatchKey.bin(receive.context, receive.source, receive.tag);
    }

    public void remove(Receive receive) {
        receive.posted = false;
        if (receive == sole) {
            sole = null;
            return;
        }
        listed--;
        int bin = binOf(receive);
        if (receive.previous == null) {
            heads[bin] = receive.next;
        } else {
            receive.previous.next = receive.next;
        }
        if (receive.next == null) {
            tails[bin] = receive.previous;
        } else {
            receive.next.previous = receive.previous;
        }
        receive.previous = null;
        receive.next = null;
    }

    /** How many receives there are. */
    public final int size() {
        return sole == null ? listed : 1;
    }

    /** Calls the action with each receive, in no particular order. Meanwhile no receive may be added or removed. */
    public void forEach(Consumer<Receive> action) {
        if (sole != null) {
            action.accept(sole);
        }
        for (Receive head : heads) {
            for (Receive receive = head; receive != null; receive = receive.next) {
                action.accept(receive);
            }
        }
    }

    /** Takes out the receive that a message belongs to, or returns null. */
    public Receive take(int context, int source, int tag) {
        Receive only = sole;
        if (only != null) {
            if (!only.accepts(source, tag, context)) {
                return null;
            }
            only.posted = false;
            sole = null;
            return only;
        }
        return listed == 0 ? null : takeListed(context, source, tag);
    }

    private Receive takeListed(int context, int source, int tag) {
        Receive exact = first(heads[MatchKey.bin(context, source, tag)], context, source, tag);
        Receive wild = first(heads[WILD], context, source, tag);
        Receive receive = exact == null || wild != null && wild.order < exact.order ? wild : exact;
        if (receive != null) {
            remove(receive);
        }
        return receive;
    }

    private static Receive first(Receive from, int context, int source, int tag) {
        Receive receive = from;
        while (receive != null && !receive.accepts(source, tag, context)) {
            receive = receive.next;
        }
        return receive;
    }
}
