/** MPI for Java: the mpiJava 1.2 API. */
module mpj {
    requires mpj.settings;
    requires transitive mpj.buffers;
    requires mpj.bindings;
    requires mpj.collectives;
    requires mpj.transport.spi;
    requires mpj.runtime;

    exports mpi;

    uses mpj.transport.spi.TransportProvider;
    provides mpj.settings.Catalogue with mpj.engine.EngineProperties;
}
