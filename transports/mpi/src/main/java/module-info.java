/** A C library of MPI as a transport. Any library with the standard ABI of MPI 5 can be used. */
module mpj.transport.mpi {
    requires mpj.settings;
    requires mpj.transport.spi;
    requires mpj.transport.device;
    requires mpj.bindings;

    provides mpj.transport.spi.TransportProvider with mpj.transport.mpi.MpiProvider;
    provides mpj.settings.Catalogue with mpj.transport.mpi.MpiProperties;
}
