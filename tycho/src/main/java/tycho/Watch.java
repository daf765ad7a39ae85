package tycho;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import tycho.registry.Entry;
import tycho.registry.Query;

/** Tells a program about the entries that a query finds: see {@link Client#watch}. Thread-safe. */
public final class Watch implements AutoCloseable {
    /** Why an entry is no longer in the registry. */
    public enum Departure {
        /** The owner has withdrawn the entry. */
        WITHDRAWN,
        /** The owner has not renewed the lease in time. */
        LAPSED
    }

    /**
     * What a program is told. A thread of the client makes one call at a time. The calls must not block. What
     * they throw is logged, and the watch goes on.
     */
    public interface News {
        /**
         * An entry has arrived, or its content has changed.
         *
         * @param entry the entry
         */
        void arrived(Entry entry);

        /**
         * An entry is no longer in the registry.
         *
         * @param entry the entry
         * @param why   the reason
         */
        void departed(Entry entry, Departure why);
    }

    private static final Logger LOG = System.getLogger("tycho");

    private final Query query;
    private final News news;
    private final Runnable end;
    private final Map<UUID, Entry> present = new HashMap<>();
    /** What the mediator has shown while the watch begins with it. */
    private final Set<UUID> seen = new HashSet<>();
    /** What a new mediator does not know may still be there; until when. */
    private final Map<UUID, Long> doubted = new HashMap<>();
    private boolean settledOnce;
    /** How often the watch has begun. It counts without the lock, which the program's part may hold for long. */
    private final AtomicInteger beginnings = new AtomicInteger();
    /** The beginning of which this watch has heard last. */
    private int latest;
    /** Whether the mediator is still telling which entries were there when the watch began. */
    private boolean beginning = true;

    Watch(Query query, News news, Runnable end) {
        this.query = query;
        this.news = news;
        this.end = end;
    }

    Query query() {
        return query;
    }

    /** The watch begins with a new mediator, which has shown nothing yet. */
    void begun() {
        beginnings.incrementAndGet();
    }

    private void noticeBeginning() {
        int now = beginnings.get();
        if (now != latest) {
            latest = now;
            beginning = true;
            seen.clear();
        }
    }

    synchronized void happened(int kind, Entry entry) {
        noticeBeginning();
        if (kind == 0) {
            if (beginning) {
                seen.add(entry.id());
            }
            doubted.remove(entry.id());
            if (!entry.equals(present.put(entry.id(), entry))) {
                tell(() -> news.arrived(entry));
            }
        } else {
            depart(entry.id(), kind == 1 ? Departure.WITHDRAWN : Departure.LAPSED);
        }
    }

    /** A new mediator may not know all entries yet. Their owners have the time of a lease to tell it. */
    synchronized void settled() {
        noticeBeginning();
        if (!beginning) {
            // A mediator that was asked twice says so twice.
            return;
        }
        if (settledOnce) {
            long now = System.nanoTime();
            present.forEach((id, entry) -> {
                if (!seen.contains(id)) {
                    doubted.putIfAbsent(id, now + entry.lease().toNanos());
                }
            });
        }
        settledOnce = true;
        beginning = false;
        seen.clear();
    }

    synchronized void tick(long now) {
        for (Map.Entry<UUID, Long> each : Map.copyOf(doubted).entrySet()) {
            if (each.getValue() - now <= 0) {
                depart(each.getKey(), Departure.LAPSED);
            }
        }
    }

    private void depart(UUID id, Departure why) {
        doubted.remove(id);
        Entry known = present.remove(id);
        if (known != null) {
            tell(() -> news.departed(known, why));
        }
    }

    /** Whatever the program's part throws must end neither the session with the mediator nor the client's clock. */
    private static void tell(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "a program failed when a watch told it some news; the watch goes on", e);
        }
    }

    /** Ends the watch. */
    @Override
    public void close() {
        end.run();
    }
}
