package mpj.transport.shm;

import mpj.transport.ring.ChannelLayout;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;

/** {@code -Dmpj.transport=shm}: the JVMs of one Linux host, through mapped memory. */
public final class ShmProvider implements TransportProvider {
    private static final String PACKET = "mpj.shm.packet";
    private static final String SPLIT = "mpj.shm.split";
    private static final int DEFAULT_PACKET = 16 << 10;

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
    public Transport open(Job job, String argument) {
        if (!argument.isEmpty()) {
            throw new TransportException("-Dmpj.transport=shm:" + argument + ": shm takes no argument; leave it out");
        }
        if (!System.getProperty("os.name").equals("Linux") || !System.getProperty("os.arch").equals("amd64")) {
            throw new TransportException("transport shm runs on Linux on x86-64; this is "
                + System.getProperty("os.name") + " on " + System.getProperty("os.arch")
                + "; choose another with -Dmpj.transport=NAME");
        }
        return new ShmTransport(job.rank(), job.size(), packet(), part(job.rank()));
    }

    /** The part of this host that a rank belongs to, when tests split the host; the only one is 0. */
    private static int part(int rank) {
        String value = System.getProperty(SPLIT);
        try {
            int parts = value == null ? 1 : Integer.parseInt(value);
            if (parts >= 1) {
                return rank % parts;
            }
        } catch (NumberFormatException e) {
            // named below
        }
        throw new TransportException("-D" + SPLIT + "=" + value + " is not a number of hosts, 1 or more");
    }

    /** The largest payload of a packet: a longer message is copied in and out in packets of this size. */
    private static long packet() {
        String value = System.getProperty(PACKET);
        try {
            long bytes = value == null ? DEFAULT_PACKET : Long.parseLong(value);
            if (bytes >= 64 && bytes <= ChannelLayout.MAXIMUM_PACKET && bytes % 8 == 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            // named below
        }
        throw new TransportException("-D" + PACKET + "=" + value + " is not a number of bytes from 64 to "
            + ChannelLayout.MAXIMUM_PACKET + ", a multiple of 8");
    }
}
