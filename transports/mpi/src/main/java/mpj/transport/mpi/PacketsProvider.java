package mpj.transport.mpi;

import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportProvider;

/** Opens the transport whose packets are messages of a library. */
final class PacketsProvider implements TransportProvider {
    private final MpiLibrary library;

    PacketsProvider(MpiLibrary library) {
        this.library = library;
    }

    @Override
    public String name() {
        return MpiProperties.NAME;
    }

    @Override
    public Reach reach() {
        return Reach.NETWORK;
    }

    @Override
    public Transport open(Job job, String argument) {
        return new PacketTransport(library, library.duplicate());
    }
}
