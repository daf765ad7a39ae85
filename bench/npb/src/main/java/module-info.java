/** The NAS Parallel Benchmarks in Java. */
module mpj.npb {
    requires mpj;
}
