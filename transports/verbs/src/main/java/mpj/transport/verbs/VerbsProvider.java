package mpj.transport.verbs;

import mpj.transport.device.Platform;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportProvider;

/** Provides {@code -Dmpj.transport=verbs}, which uses InfiniBand and RoCE devices through libibverbs. */
public final class VerbsProvider implements TransportProvider {
    /** Higher than the preference of libfabric, which would drive the same device through one more layer. */
    private static final int PREFERENCE = 20;

    /** Called by {@link java.util.ServiceLoader}. */
    public VerbsProvider() {
    }

    @Override
    public String name() {
        return "verbs";
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
        String obstacle = Platform.obstacle(name());
        return obstacle != null ? obstacle : Device.obstacle();
    }

    @Override
    public Transport open(Job job, String argument) {
        Platform.require(name());
        VerbsSettings settings = VerbsSettings.fromProperties(argument);
        Device.requireAny();
        Libibverbs.open();
        return VerbsTransport.open(job, settings);
    }
}
