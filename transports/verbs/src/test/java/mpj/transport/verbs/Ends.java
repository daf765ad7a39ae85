package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/** Ranks of a job in one process, each with its own end of the transport. One thread serves all of them. */
final class Ends implements AutoCloseable {
    private static final long LIMIT = 60_000_000_000L;
    private static final byte[] SECRET = {1, 2, 3, 4};

    /** The packets and losses that one rank got. */
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
    final Transport[] ends;
    final Got[] got;
    private final Channel[][] channels;

    Ends(int size) {
        ends = new Transport[size];
        got = new Got[size];
        channels = new Channel[size][size];
        for (int rank = 0; rank < size; rank++) {
            got[rank] = new Got();
            open(rank);
        }
    }

    private void open(int rank) {
        ends[rank] = new VerbsProvider().open(new Job(rank, ends.length, ends.length, SECRET.clone()), "");
    }

    /** Gives a rank that has no channel yet a new end. */
    void reopen(int rank) {
        ends[rank].close();
        open(rank);
    }

    /** The channel from a rank to another. It is connected when it is first asked for. */
    Channel channel(int from, int to) {
        if (channels[from][to] == null) {
            channels[from][to] = ends[from].connect(to, ends[to].address());
        }
        return channels[from][to];
    }

    static byte pattern(long envelope, long index) {
        return (byte) (envelope * 31 + index);
    }

    /** Sends a packet if there is room. */
    boolean send(int from, int to, long envelope, long bytes) {
        Channel channel = channel(from, to);
        long at = channel.reserve(bytes);
        if (at == Channel.FULL) {
            return false;
        }
        for (long i = 0; i < bytes; i++) {
            channel.buffer().set(ValueLayout.JAVA_BYTE, at + i, pattern(envelope, i));
        }
        channel.commit(bytes, envelope, ~envelope);
        return true;
    }

    void progress() {
        for (int rank = 0; rank < ends.length; rank++) {
            progress(rank);
        }
    }

    boolean progress(int rank) {
        return ends[rank] != null && ends[rank].progress(got[rank]);
    }

    void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("nothing happened for " + LIMIT / 1_000_000_000 + " s: " + what + "; losses "
                    + Arrays.stream(got).map(each -> each.losses).toList());
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
