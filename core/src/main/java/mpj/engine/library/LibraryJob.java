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
 * A job that a library carries: ranks, addresses and messages are the library's. No code that runs names this class, or
 * {@link LibraryEngine}, unless such a job is asked for. As long as only one kind of engine is loaded, the compiler
 * binds calls to it.
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

    /**
     * Leaves the library, so that it leaves nothing behind. If it has other ranks, it is not left, because these might
     * not come to its end.
     */
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

    /** The bootstrap, which knows this rank's number. */
    public Bootstrap bootstrap() {
        return bootstrap;
    }

    /**
     * Returns when every rank's engine is open.
     *
     * @param eagerLimit the limit for packets
     * @param watch sees the messages that travel in packets; or null
     */
    public Engine open(EagerLimit eagerLimit, RankWatch watch) {
        return new LibraryEngine(new PacketEngine(bootstrap, TransportChoice.of(library.packets()), eagerLimit, watch),
            library, bootstrap.localCores());
    }
}
