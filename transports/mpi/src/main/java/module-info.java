/** A C library of MPI as a transport: any that has the standard ABI of MPI 5. */
module mpj.transport.mpi {
    requires mpj.settings;
    requires mpj.transport.spi;
    requires mpj.transport.device;
    requires mpj.bindings;

    provides mpj.transport.spi.TransportProvider with mpj.transport.mpi.MpiProvider;
    provides mpj.settings.Catalogue with mpj.transport.mpi.MpiProperties;
}
