/** The benchmarks through the Java API of Open MPI. */
module mpj.bench.openmpi {
    requires mpj.bench;
    requires mpj.npb;
    requires mpj.openmpi;
}
