package mpj.transport.libfabric;

import mpj.transport.device.Platform;
import mpj.transport.device.SignalHandlers;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportProvider;

/** Provides {@code -Dmpj.transport=libfabric:PROVIDER}, for any fabric for which libfabric has a provider. */
public final class LibfabricProvider implements TransportProvider {
    /**
     * Lower than the preference of nio, which works on every host. Without a fabric, libfabric would choose TCP as
     * well. A job on a fabric names libfabric.
     */
    private static final int PREFERENCE = -10;

    /** Called by {@link java.util.ServiceLoader}. */
    public LibfabricProvider() {
    }

    @Override
    public String name() {
        return "libfabric";
    }

    @Override
    public Reach reach() {
        return Reach.NETWORK;
    }

    @Override
    public int preference() {
        return PREFERENCE;
    }

    @Override
    public String obstacle(Job job) {
        return Platform.obstacle(name());
    }

    @Override
    public Transport open(Job job, String argument) {
        Platform.require(name());
        LibfabricSettings settings = LibfabricSettings.fromProperties();
        try (SignalHandlers handlers = new SignalHandlers()) {
            int version = Libfabric.open();
            handlers.restore();
            return new LibfabricTransport(job, Wanted.of(argument), settings, version, handlers);
        }
    }
}
