package mpj.engine.library;

import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.MissingArtifact;
import mpj.engine.packet.InstalledTransports;
import mpj.engine.packet.PacketEngine;
import mpj.engine.packet.TransportChoice;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.transport.spi.LibraryProvider;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;
import mpj.watch.RankWatch;

/**
 * A job that a library carries: ranks, addresses and messages are the library's. Nobody names this class, or {@link
 * LibraryEngine}, unless such a job is asked for: with one kind of engine loaded, the compiler binds calls to it.
 */
public final class LibraryJob {
    private final MessageLibrary library;
    private final Bootstrap bootstrap;

    private LibraryJob(MessageLibrary library) {
        this.library = library;
        LibraryExchange exchange = new LibraryExchange(library);
        try {
            bootstrap = Bootstrap.over(exchange, library.localSize(), exchange.agreeOnSecret());
        } catch (RuntimeException e) {
            leaveAlone();
            throw e;
        }
    }

    /** So that the library leaves nothing behind. Where it has other ranks, these might not come to its end. */
    private void leaveAlone() {
        if (library.size() == 1) {
            library.finish();
        }
    }

    /**
     * Loads the library, and joins its job.
     *
     * @param transport what {@code mpj.transport} says
     * @throws TransportException when there is no such library
     */
    public static LibraryJob join(String transport) {
        for (TransportProvider each : InstalledTransports.find()) {
            if (each instanceof LibraryProvider provider && each.name().equals(transport)) {
                return new LibraryJob(provider.load());
            }
        }
        throw new TransportException("-Dmpj.transport=" + transport + ": there is no transport " + transport
            + MissingArtifact.of(transport));
    }

    /** Who this rank is. */
    public Bootstrap bootstrap() {
        return bootstrap;
    }

    /**
     * Returns when every rank's engine is open.
     *
     * @param eagerLimit of packets
     * @param watch sees what travels in packets; or null
     */
    public Engine open(EagerLimit eagerLimit, RankWatch watch) {
        return new LibraryEngine(new PacketEngine(bootstrap, TransportChoice.of(library.packets()), eagerLimit, watch),
            library);
    }
}
