package mpj.transport.threads;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The inboxes of the ranks of this JVM, by number. They are in a static field because the ranks have nothing else in
 * common: each rank has its own bootstrap and engine, and knows the others only by their published addresses.
 */
final class Inboxes {
    /** The number of no inbox. */
    static final long NO_NUMBER = 0;
    private static final ConcurrentHashMap<Long, Inbox> OPEN = new ConcurrentHashMap<>();
    private static final AtomicLong LAST_NUMBER = new AtomicLong(NO_NUMBER);

    private Inboxes() {
    }

    /** Makes an inbox, with a number that no other inbox in this JVM has had. */
    static Inbox open() {
        Inbox inbox = new Inbox(LAST_NUMBER.incrementAndGet());
        OPEN.put(inbox.number(), inbox);
        return inbox;
    }

    /** The inbox with this number, or null if it is closed. */
    static Inbox find(long number) {
        return OPEN.get(number);
    }

    static void close(Inbox inbox) {
        OPEN.remove(inbox.number());
    }
}
