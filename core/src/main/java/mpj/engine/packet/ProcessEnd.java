package mpj.engine.packet;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;
import mpj.transport.spi.Departure;
import mpj.transport.spi.Transport;

/**
 * The end of a process without Finalize. What the process has sent is delivered all the same. With some transports this
 * needs the process: before its JVM shuts down, a hook makes progress until the peers have taken what was sent, or for
 * a second if they take nothing. Killed processes, and {@link Runtime#halt}, run no hooks.
 */
final class ProcessEnd extends Thread {
    private static final long LONGEST_MILLIS = 1000;

    private final EngineLock lock;
    private final Progress progress;
    private final List<Departure> departures = new ArrayList<>();

    ProcessEnd(EngineLock lock, Progress progress, Transport[] transports) {
        super("mpj-leaving");
        this.lock = lock;
        this.progress = progress;
        for (Transport transport : transports) {
            Departure departure = transport.departure();
            if (departure != null) {
                departures.add(departure);
            }
        }
        if (!departures.isEmpty()) {
            Runtime.getRuntime().addShutdownHook(this);
        }
    }

    /**
     * The hook of the JVM. Another thread does the work: it may never get the engine's lock, from a thread that runs a
     * user's operation, and this one must end.
     */
    @Override
    public void run() {
        Thread leaving = new Thread("mpj-left") {
            @Override
            public void run() {
                leave();
            }
        };
        leaving.setDaemon(true);
        leaving.start();
        try {
            leaving.join(LONGEST_MILLIS);
        } catch (InterruptedException e) {
            currentThread().interrupt(); // never: nobody else knows this thread
        }
    }

    private void leave() {
        if (!lock.acquireUnlessEnded()) {
            return;
        }
        try {
            progress.await(this::isOver);
        } finally {
            progress.release();
        }
    }

    private boolean isOver() {
        boolean over = true;
        for (Departure departure : departures) {
            over &= departure.isOver();
        }
        return over;
    }

    /** The engine is closed in order. */
    void cancel() {
        if (!departures.isEmpty()) {
            try {
                Runtime.getRuntime().removeShutdownHook(this);
            } catch (IllegalStateException e) {
                return; // the JVM shuts down, and the hook finds the engine ended
            }
        }
    }
}
