/** What every MPI API needs, with the engine, which moves messages. Exported to API modules only. */
@SuppressWarnings("module") // those that it is exported to are built after it
module mpj.core {
    requires transitive mpj.settings;
    requires transitive mpj.buffers;
    requires transitive mpj.collectives;
    requires transitive mpj.transport.spi;
    requires transitive mpj.runtime;
    requires mpj.bindings;
    requires jdk.net;
    requires transitive mpj.events;

    exports mpj.core.collective to mpj, mpj.openmpi;
    exports mpj.core.comm to mpj, mpj.openmpi;
    exports mpj.core.datatype to mpj, mpj.openmpi;
    exports mpj.core.error to mpj, mpj.openmpi;
    exports mpj.core.file to mpj, mpj.openmpi;
    exports mpj.core.group to mpj, mpj.openmpi;
    exports mpj.core.message to mpj, mpj.openmpi;
    exports mpj.core.op to mpj, mpj.openmpi;
    exports mpj.core.process to mpj, mpj.openmpi;
    exports mpj.core.request to mpj, mpj.openmpi;
    exports mpj.core.window to mpj, mpj.openmpi;
    exports mpj.engine to mpj, mpj.openmpi;

    uses mpj.transport.spi.TransportProvider;
    provides mpj.settings.Catalogue with mpj.engine.EngineProperties;
}
