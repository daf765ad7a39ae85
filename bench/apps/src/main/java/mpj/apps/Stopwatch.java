package mpj.apps;

/** Adds up the time between starts and stops. */
public final class Stopwatch {
    private long nanoseconds;
    private long started;

    /** Begins a stretch of time. */
    public void start() {
        started = System.nanoTime();
    }

    /** Ends the stretch of time. */
    public void stop() {
        nanoseconds += System.nanoTime() - started;
    }

    /** The seconds of all stretches together. */
    public double seconds() {
        return nanoseconds / 1e9;
    }
}
