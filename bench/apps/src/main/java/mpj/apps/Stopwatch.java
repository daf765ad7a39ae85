package mpj.apps;

/** Adds up the time between starts and stops. */
public final class Stopwatch {
    private long nanoseconds;
    private long started;

    /** Begins a stretch. */
    public void start() {
        started = System.nanoTime();
    }

    /** Ends the stretch. */
    public void stop() {
        nanoseconds += System.nanoTime() - started;
    }

    /** Of all stretches. */
    public double seconds() {
        return nanoseconds / 1e9;
    }
}
