package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/** Two ranks of a job in one process, each with its own end of the transport; one thread serves both. */
final class Pair implements AutoCloseable {
    private static final long LIMIT = 60_000_000_000L;

    /** What one rank got. */
    static final class Got implements PacketHandler {
        final List<Long> envelopes = new ArrayList<>();
        final List<Long> cookies = new ArrayList<>();
        final List<TransportException> failures = new ArrayList<>();
        final List<TransportException> losses = new ArrayList<>();
        String wrong;

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            envelopes.add(envelope);
            for (long i = 0; i < bytes && wrong == null; i++) {
                if (segment.get(ValueLayout.JAVA_BYTE, offset + i) != pattern(envelope, i) || header != ~envelope) {
                    wrong = "packet " + envelope + " differs at byte " + i;
                }
            }
        }

        @Override
        public void lost(int peer, TransportException cause) {
            losses.add(cause);
        }

        @Override
        public void completed(long cookie, TransportException failure) {
            cookies.add(cookie);
            failures.add(failure);
        }
    }

    final Arena arena = Arena.ofShared();
    final Transport[] ends = new Transport[2];
    final Channel[] channels = new Channel[2];
    final Got[] got = {new Got(), new Got()};

    Pair() {
        byte[] secret = {1, 2, 3, 4};
        for (int rank = 0; rank < 2; rank++) {
            ends[rank] = new VerbsProvider().open(new Job(rank, 2, 2, secret), "");
        }
        for (int rank = 0; rank < 2; rank++) {
            channels[rank] = ends[rank].connect(1 - rank, ends[1 - rank].address());
        }
    }

    static byte pattern(long envelope, long index) {
        return (byte) (envelope * 31 + index);
    }

    /** Sends a packet if there is room. */
    boolean send(int from, long envelope, long bytes) {
        long at = channels[from].reserve(bytes);
        if (at == Channel.FULL) {
            return false;
        }
        for (long i = 0; i < bytes; i++) {
            channels[from].room().set(ValueLayout.JAVA_BYTE, at + i, pattern(envelope, i));
        }
        channels[from].commit(bytes, envelope, ~envelope);
        return true;
    }

    void progress() {
        ends[0].progress(got[0]);
        ends[1].progress(got[1]);
    }

    void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("in vain for " + LIMIT / 1_000_000_000 + " s: " + what + "; losses "
                    + got[0].losses + got[1].losses);
            }
            progress();
        }
    }

    @Override
    public void close() {
        for (Transport end : ends) {
            if (end != null) {
                end.close();
            }
        }
        arena.close();
    }
}
