package mpj.bench.imb;

/** The source of a measurement's time. A test can supply its own. */
@FunctionalInterface
interface Clock {
    Clock SYSTEM = System::nanoTime;

    /** Nanoseconds since an arbitrary but fixed moment. */
    long nanoseconds();
}
