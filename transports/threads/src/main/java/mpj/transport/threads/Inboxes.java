package mpj.transport.threads;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The inboxes of the ranks of this JVM, by number. They meet in a static field since they have nothing else in common:
 * each rank has its own bootstrap and engine, and knows of the others by their published addresses only.
 */
final class Inboxes {
    private static final ConcurrentHashMap<Long, Inbox> OPEN = new ConcurrentHashMap<>();
    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    private Inboxes() {
    }

    /** Makes an inbox, and a number for it that no other in this JVM has had. */
    static Inbox open() {
        Inbox inbox = new Inbox(LAST_NUMBER.incrementAndGet());
        OPEN.put(inbox.number(), inbox);
        return inbox;
    }

    /** The inbox with a number; null if it is closed. */
    static Inbox find(long number) {
        return OPEN.get(number);
    }

    static void close(Inbox inbox) {
        OPEN.remove(inbox.number());
    }
}
