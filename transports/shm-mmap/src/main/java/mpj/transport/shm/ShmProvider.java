package mpj.transport.shm;

import mpj.bindings.Linux;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;

/** Provides {@code -Dmpj.transport=shm}, which connects the JVMs of one Linux host through mapped memory. */
public final class ShmProvider implements TransportProvider {
    /** Called by {@link java.util.ServiceLoader}. */
    public ShmProvider() {
    }

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public Reach reach() {
        return Reach.HOST;
    }

    @Override
    public String obstacle(Job job) {
        return Linux.hasBindings() ? null : "transport shm runs on Linux on x86-64 or aarch64; " + Linux.instead()
            + "; choose another with -Dmpj.transport=NAME";
    }

    @Override
    public Transport open(Job job, String argument) {
        if (!argument.isEmpty()) {
            throw new TransportException("-Dmpj.transport=shm:" + argument + ": shm takes no argument; leave it out");
        }
        String obstacle = obstacle(job);
        if (obstacle != null) {
            throw new TransportException(obstacle);
        }
        // The host is one part, number 0, unless a test splits it.
        return new ShmTransport(job, ShmProperties.PACKET.value(), job.rank() % ShmProperties.SPLIT.intValue());
    }
}
