package mpj.transport.nio;

import java.util.Objects;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;

/** Provides {@code -Dmpj.transport=nio}, which connects the hosts of an IP network over TCP. */
public final class NioProvider implements TransportProvider {
    /** Called by {@link java.util.ServiceLoader}. */
    public NioProvider() {
    }

    @Override
    public String name() {
        return "nio";
    }

    @Override
    public Reach reach() {
        return Reach.NETWORK;
    }

    @Override
    public Transport open(Job job, String argument) {
        if (!argument.isEmpty()) {
            throw new TransportException("-Dmpj.transport=nio:" + argument + ": nio takes no argument; leave it out");
        }
        return new NioTransport(job, NioSettings.read(), version());
    }

    /** A module has its version in its descriptor. On the class path, the version is in the manifest. */
    private static String version() {
        Module module = NioProvider.class.getModule();
        if (module.isNamed()) {
            return module.getDescriptor().rawVersion().orElse("unknown");
        }
        return Objects.requireNonNullElse(NioProvider.class.getPackage().getImplementationVersion(), "unknown");
    }
}
