package mpj.bench.jmh;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportProvider;

/**
 * Both ends of a transport in one process, without an engine. They show the cost of a packet below matching and
 * protocols.
 */
final class TransportPair implements AutoCloseable {
    private static final int SECRET_BYTES = 32;

    private final End first;
    private final End second;

    /** Opens two ends of the transport of this name. */
    TransportPair(String name) {
        TransportProvider provider = ServiceLoader.load(TransportProvider.class).stream()
            .map(ServiceLoader.Provider::get).filter(found -> found.name().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no transport '" + name + "'; there are "
                + ServiceLoader.load(TransportProvider.class).stream().map(found -> found.get().name())
                    .collect(Collectors.joining(", "))));
        byte[] secret = new byte[SECRET_BYTES];
        Transport one = provider.open(new Job(0, 2, 2, secret), "");
        Transport other = provider.open(new Job(1, 2, 2, secret), "");
        first = new End(one, one.connect(1, other.address()));
        second = new End(other, other.connect(0, one.address()));
    }

    End first() {
        return first;
    }

    End second() {
        return second;
    }

    @Override
    public void close() {
        first.transport.close();
        second.transport.close();
    }

    /** One end. It counts the packets that it takes, and sends packets. Only one thread may use it at a time. */
    static final class End implements PacketHandler {
        private final Transport transport;
        private final Channel channel;
        private long taken;
        private long word;

        private End(Transport transport, Channel channel) {
            this.transport = transport;
            this.channel = channel;
        }

        Transport transport() {
            return transport;
        }

        /** Sends a packet with a payload of this size, as soon as there is room. */
        void send(int bytes) {
            long at = channel.reserve(bytes);
            while (at == Channel.FULL) {
                transport.progress(this);
                at = channel.reserve(bytes);
            }
            MemorySegment room = channel.buffer();
            for (long i = 0; i < bytes; i += Long.BYTES) {
                room.set(ValueLayout.JAVA_LONG_UNALIGNED, at + i, i);
            }
            channel.commit(bytes, 1, 0);
        }

        /** Polls once. Returns whether a packet came. */
        boolean poll() {
            long before = taken;
            transport.progress(this);
            return taken != before;
        }

        /** Polls until a packet has come. */
        void take() {
            while (!poll()) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            for (long i = 0; i < bytes; i += Long.BYTES) {
                word += segment.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + i);
            }
            taken++;
        }
    }
}
