package mpj.bench.imb;

/** What a rank computes while a non-blocking collective is under way. */
interface Computation {
    /** Sets how long a run takes, about. */
    void lastFor(double seconds);

    void run();
}
