package mpj.transport.threads;

import mpj.settings.Setting;
import mpj.settings.TextSetting;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;

/** Provides {@code -Dmpj.transport=threads}, for ranks that are threads of one JVM. */
public final class ThreadsProvider implements TransportProvider {
    /** The runtime describes this property, because the class loaders of the ranks know the runtime's packages. */
    private static final TextSetting SHARE = Setting.text("mpj.threads.share", "").otherwise("false");

    /** Called by {@link java.util.ServiceLoader}. */
    public ThreadsProvider() {
    }

    @Override
    public String name() {
        return "threads";
    }

    @Override
    public Reach reach() {
        return Reach.PROCESS;
    }

    @Override
    public String obstacle(Job job) {
        return job.processSize() > 1 || job.localSize() == 1 ? null
            : "transport threads leads to ranks of the same JVM only, and this rank has a JVM of its own; start the"
                + " job with mpjrun -Dmpj.transport=threads, or with mpjrun --ranks-per-jvm N";
    }

    @Override
    public Transport open(Job job, String argument) {
        if (!argument.isEmpty()) {
            throw new TransportException("-Dmpj.transport=threads:" + argument + ":"
                + " threads takes no argument; leave it out");
        }
        String obstacle = obstacle(job);
        if (obstacle != null) {
            throw new TransportException(obstacle);
        }
        return new ThreadsTransport(job, !SHARE.value().equals("false"));
    }
}
