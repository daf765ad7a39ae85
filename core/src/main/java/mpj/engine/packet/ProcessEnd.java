package mpj.engine.packet;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;
import mpj.transport.spi.Departure;
import mpj.transport.spi.Transport;

/**
 * The end of a process that does not call Finalize. The messages that the process has sent are still delivered. Some
 * transports need the process for that: a shutdown hook of the JVM makes progress until the peers have taken everything
 * that was sent, but for a second at most. If the process is killed, or calls {@link Runtime#halt}, no hook runs.
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
     * The shutdown hook. Another thread does the work, because this one must end: the other thread may never get the
     * engine's lock, if a thread that holds the lock runs an operation of the user that does not return.
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
            currentThread().interrupt(); // never: no other thread knows this one
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

    /** The engine is closed by Finalize, so no hook is needed. */
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
