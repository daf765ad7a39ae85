package mpj.bench.imb;

/** The computation of a rank while a non-blocking collective is under way. */
interface Computation {
    /** Sets about how long a run takes. */
    void lastFor(double seconds);

    void run();
}
