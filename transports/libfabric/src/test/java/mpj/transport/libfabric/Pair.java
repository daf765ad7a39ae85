package mpj.transport.libfabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/** Ranks 0 and 1 of a job, in one process, whose transports make progress by turns. */
final class Pair implements AutoCloseable {
    static final byte[] SECRET = {1, 2, 3, 4, 5, 6, 7, 8};
    private static final Duration LIMIT = Duration.ofSeconds(60);

    final Transport[] transports = new Transport[2];
    final Channel[] channels = new Channel[2];
    final Collected[] collected = {new Collected(), new Collected()};

    Pair(String provider) {
        for (int rank = 0; rank < 2; rank++) {
            transports[rank] = open(rank, SECRET, provider);
        }
        for (int rank = 0; rank < 2; rank++) {
            channels[rank] = transports[rank].connect(1 - rank, transports[1 - rank].address());
        }
    }

    /** The version of libfabric decides which of its providers this is. */
    static Pair overAStream() {
        try {
            return new Pair("net");
        } catch (TransportException e) {
            return new Pair("tcp");
        }
    }

    static Transport open(int rank, byte[] secret, String provider) {
        return new LibfabricProvider().open(new Job(rank, 2, 2, secret), provider);
    }

    /** Sends a packet of this many equal bytes. Returns false if the channel is full. */
    boolean offer(int from, long envelope, int bytes) {
        return offer(channels[from], envelope, bytes);
    }

    static boolean offer(Channel channel, long envelope, int bytes) {
        if (!write(channel, envelope, bytes)) {
            return false;
        }
        channel.commit(bytes, envelope, -envelope);
        return true;
    }

    /** Offers a packet that may wait for the next one. */
    boolean offerBeforeMore(int from, long envelope, int bytes) {
        Channel channel = channels[from];
        if (!write(channel, envelope, bytes)) {
            return false;
        }
        channel.commitBeforeMore(bytes, envelope, -envelope);
        return true;
    }

    private static boolean write(Channel channel, long envelope, int bytes) {
        long at = channel.reserve(bytes);
        if (at == Channel.FULL) {
            return false;
        }
        channel.buffer().asSlice(at, bytes).fill((byte) envelope);
        return true;
    }

    void send(int from, long envelope, int bytes) {
        await("room for a packet", () -> offer(from, envelope, bytes));
    }

    /** Makes progress until the condition holds. */
    void await(String what, BooleanSupplier done) {
        await(what, done, 0, 1);
    }

    /** @param ranks that make progress meanwhile */
    void await(String what, BooleanSupplier done, int... ranks) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!done.getAsBoolean()) {
            for (int rank : ranks) {
                progress(rank);
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no " + what + " within " + LIMIT + "; rank 0 has "
                    + collected[0].packets.size() + " packets, lost " + collected[0].lost + ", rank 1 has "
                    + collected[1].packets.size() + ", lost " + collected[1].lost);
            }
        }
    }

    boolean progress(int rank) {
        return transports[rank].progress(collected[rank]);
    }

    static long at(MemorySegment memory, long index) {
        return memory.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    @Override
    public void close() {
        // Each rank waits for the last packet of the other, as two processes do.
        Thread other = Thread.ofPlatform().start(transports[1]::close);
        transports[0].close();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
