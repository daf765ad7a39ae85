/** The NAS Parallel Benchmarks in Java. */
@SuppressWarnings("module") // the modules that the package is exported to are built after this one
module mpj.npb {
    requires mpj;

    exports mpj.npb to mpj.bench.openmpi;
    exports mpj.npb.bt to mpj.bench.openmpi;
    exports mpj.npb.cfd to mpj.bench.openmpi;
    exports mpj.npb.common to mpj.bench.openmpi;
}
