package tycho.mediator;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import tycho.frame.Frame;

/**
 * The lookups of a client that takes the answers slowly. An answer may have megabytes, so the next one is made when
 * most of the last one is written. Meanwhile the mediator takes other frames of the client. Thread-safe.
 */
final class Lookups {
    /** More lookups than these are refused. */
    static final int MOST = 1_000;

    interface Answering {
        /** Waits until there is room for an answer, and answers. */
        void answer(Frame.Lookup lookup) throws IOException;
    }

    private final Answering answering;
    /** The first one is being answered. Guarded by this object. */
    private final Queue<Frame.Lookup> waiting = new ArrayDeque<>();

    Lookups(Answering answering) {
        this.answering = answering;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Answers a lookup after those that wait; answers false if there are too many. */
    synchronized boolean add(Frame.Lookup lookup) {
        if (waiting.size() >= MOST) {
            return false;
        }
        waiting.add(lookup);
        if (waiting.size() == 1) {
            Thread.ofVirtual().name("tycho-lookups").start(this::run);
        }
        return true;
    }

    private synchronized Frame.Lookup first() {
        return waiting.peek();
    }

    /** Removes the lookup that was answered; answers the next one, or null. */
    private synchronized Frame.Lookup next() {
        waiting.remove();
        return waiting.peek();
    }

    private void run() {
        try {
            for (Frame.Lookup lookup = first(); lookup != null; lookup = next()) {
                answering.answer(lookup);
            }
        } catch (IOException e) {
            // The session has ended, which its owner learns elsewhere.
        }
    }
}
