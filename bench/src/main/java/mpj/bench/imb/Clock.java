package mpj.bench.imb;

/** Where the time of a measurement comes from, so that a test can supply its own. */
@FunctionalInterface
interface Clock {
    Clock SYSTEM = System::nanoTime;

    /** Nanoseconds since an arbitrary but fixed moment. */
    long nanoseconds();
}
