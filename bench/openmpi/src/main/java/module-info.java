/** The benchmarks by the Java API of Open MPI. */
module mpj.bench.openmpi {
    requires mpj.bench;
    requires mpj.openmpi;
}
