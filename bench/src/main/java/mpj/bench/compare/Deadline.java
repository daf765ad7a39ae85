package mpj.bench.compare;

/** The moment at which a measurement that takes longer than planned has to end. */
final class Deadline {
    private final long nanos;

    private Deadline(long nanos) {
        this.nanos = nanos;
    }

    static Deadline in(double seconds) {
        return new Deadline(System.nanoTime() + (long) (seconds * 1e9));
    }

    /** Whether something that takes so many seconds ends in time. */
    boolean allows(double seconds) {
        return secondsLeft() >= seconds;
    }

    double secondsLeft() {
        return (nanos - System.nanoTime()) / 1e9;
    }
}
