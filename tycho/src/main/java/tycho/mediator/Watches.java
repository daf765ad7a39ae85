package tycho.mediator;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.locks.ReentrantLock;
import tycho.directory.Change;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.registry.Entry;
import tycho.registry.Query;
import tycho.wire.WireException;

/** The watches of a session. Most sessions have none, and make no object of this class. Thread-safe. */
final class Watches {
    /** So many bytes of the entries with which watches begin are sent before the client asks for more. */
    private static final long PAGE_BYTES = 1 << 20;

    private final Mediator mediator;
    private final Session session;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, Query> queries = new HashMap<>();
    /** The watches that have not sent all entries with which they begin. The first of them sends its entries now. */
    private final SequencedSet<Long> beginning = new LinkedHashSet<>();
    /** What the first of {@link #beginning} has not sent yet; null before it has sent anything. */
    private Iterator<Entry> rest;
    /** What the client sends again when it has taken the last page; before that, no other is sent. Null if none was. */
    private Frame.More awaited;

    Watches(Mediator mediator, Session session) {
        this.mediator = mediator;
        this.session = session;
    }

    void begin(long watch, Query query) throws WireException {
        lock.lock();
        try {
            if (queries.size() >= Codec.MOST_WATCHES && !queries.containsKey(watch)) {
                throw new WireException(session.owner() + " has more than " + Codec.MOST_WATCHES + " watches");
            }
            queries.put(watch, query);
            beginning.add(watch);
            if (awaited == null) {
                sendPage();
            }
        } finally {
            lock.unlock();
        }
    }

    void sendMore(Frame.More more) {
        lock.lock();
        try {
            if (more.equals(awaited)) {
                awaited = null;
                sendPage();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends entries with which watches begin, until there are none left, or until they are a page. An entry may have
     * changed or gone since it was found. So it is looked up again, under the lock: what happens to it later is then
     * told later as well.
     */
    private void sendPage() {
        long bytes = 0;
        while (!beginning.isEmpty()) {
            long watch = beginning.getFirst();
            Query query = queries.get(watch);
            if (rest == null) {
                rest = mediator.find(query, Integer.MAX_VALUE).iterator();
            }
            while (rest.hasNext()) {
                if (bytes >= PAGE_BYTES) {
                    awaited = new Frame.More(watch);
                    session.send(awaited);
                    return;
                }
                Entry entry = mediator.findAgain(query, rest.next()).orElse(null);
                if (entry != null) {
                    bytes += session.send(new Frame.Happened(watch, 0, entry));
                }
            }
            session.send(new Frame.Settled(watch));
            beginning.removeFirst();
            rest = null;
        }
    }

    void end(long watch) {
        lock.lock();
        try {
            if (queries.containsKey(watch)) {
                queries.remove(watch);
                if (!beginning.isEmpty() && beginning.getFirst() == watch) {
                    rest = null;
                }
                beginning.remove(watch);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells the client what happened, if the client watches such entries. */
    void happened(Change change) {
        lock.lock();
        try {
            queries.forEach((watch, query) -> {
                if (query.matches(change.entry())) {
                    session.send(new Frame.Happened(watch, change.news().ordinal(), change.entry()));
                }
            });
        } finally {
            lock.unlock();
        }
    }
}
