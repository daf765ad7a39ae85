/** The Intel MPI Benchmarks in Java, and the side-by-side runner. */
@SuppressWarnings("module") // the modules that the packages are exported to are built after this one
module mpj.bench {
    requires java.logging;
    requires mpj.settings;
    requires mpj;
    requires mpj.bindings;
    requires mpj.collectives;
    requires mpj.runtime;
    requires mpj.transport.spi;
    requires info.picocli;
    requires static jmh.core;

    uses mpj.transport.spi.TransportProvider;

    exports mpj.bench.imb to mpj.bench.openmpi;
    opens mpj.bench.compare to info.picocli;
    opens mpj.bench.imb to info.picocli;
    provides mpj.settings.Catalogue with mpj.bench.imb.BenchProperties;
}
