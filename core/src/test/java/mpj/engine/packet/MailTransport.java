package mpj.engine.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;
import mpj.engine.wait.WaitPolicy;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Reach;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;

/** A transport between threads. A thread sleeps in it, on a condition, as long as nothing arrives. */
final class MailTransport implements TransportProvider {
    private record Packet(int source, long envelope, long header, byte[] payload) {
    }

    private static final SharedMemory NO_MEMORY = new SharedMemory() {
        @Override
        public Created create(long bytes) {
            throw new TransportException("there is no memory");
        }

        @Override
        public Attachment attach(byte[] key, long bytes) {
            throw new TransportException("there is no memory");
        }
    };

    private final String name;
    private final Reach reach;
    private final int preference;
    private final IntPredicate opensAt;
    private final int ranksPerHost;
    private final Map<Integer, End> ends = new ConcurrentHashMap<>();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger usedAfterClose = new AtomicInteger();
    private final AtomicInteger rings = new AtomicInteger();
    private volatile boolean full;

    /**
     * @param opensAt the ranks at which the transport can be opened
     * @param ranksPerHost the number of consecutive ranks that the transport connects
     */
    MailTransport(String name, Reach reach, int preference, IntPredicate opensAt, int ranksPerHost) {
        this.name = name;
        this.reach = reach;
        this.preference = preference;
        this.opensAt = opensAt;
        this.ranksPerHost = ranksPerHost;
    }

    int opened() {
        return opened.get();
    }

    /** How often an end of this transport was used after it was closed, or was closed while a thread slept there. */
    int usedAfterClose() {
        return usedAfterClose.get();
    }

    /** Sets whether all channels are full. */
    void full(boolean value) {
        full = value;
    }

    /** How often a rank rang another rank's doorbell without sending a packet. */
    int rings() {
        return rings.get();
    }

    int stillOpen() {
        return opened.get() - closed.get();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reach reach() {
        return reach;
    }

    @Override
    public int preference() {
        return preference;
    }

    @Override
    public Transport open(Job job, String argument) {
        if (!opensAt.test(job.rank())) {
            throw new TransportException(name + " is not there");
        }
        opened.incrementAndGet();
        End end = new End(job.rank());
        ends.put(job.rank(), end);
        return end;
    }

    private final class End implements Transport {
        private final int rank;
        private final Queue<Packet> inbox = new ConcurrentLinkedQueue<>();
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition arrived = lock.newCondition();
        private boolean rung;
        private volatile boolean gone;

        End(int rank) {
            this.rank = rank;
        }

        @Override
        public byte[] address() {
            return Integer.toString(rank / ranksPerHost).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public boolean reaches(byte[] address) {
            return new String(address, StandardCharsets.UTF_8).equals(Integer.toString(rank / ranksPerHost));
        }

        @Override
        public Channel connect(int peer, byte[] address) {
            return new Way(rank, ends.get(peer));
        }

        @Override
        public boolean progress(PacketHandler handler) {
            checkOpen();
            Packet packet = inbox.poll();
            if (packet == null) {
                return false;
            }
            handler.packet(packet.source, packet.envelope, packet.header, MemorySegment.ofArray(packet.payload), 0,
                packet.payload.length);
            return true;
        }

        @Override
        public void prepareToSleep() {
            checkOpen();
            lock.lock();
            rung = false;
            lock.unlock();
        }

        /**
         * Ignores the given time, and sleeps until the thread is woken, or for three times {@link Limit#SECONDS}. So a
         * test notices a missed wake-up. Only a thread that has more to send, or that watches memory, sleeps for the
         * given time, because nobody wakes it.
         */
        @Override
        public void sleep(long nanoseconds) {
            lock.lock();
            try {
                long left = nanoseconds <= WaitPolicy.LONGEST_SLEEP_BETWEEN_LOOKS ? nanoseconds
                    : TimeUnit.SECONDS.toNanos(3 * Limit.SECONDS);
                while (!rung && inbox.isEmpty() && left > 0) {
                    left = arrived.awaitNanos(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                lock.unlock();
                checkOpen();
            }
        }

        private void checkOpen() {
            if (gone) {
                usedAfterClose.incrementAndGet();
            }
        }

        @Override
        public void wake() {
            lock.lock();
            rung = true;
            arrived.signalAll();
            lock.unlock();
        }

        /** The tests share segments of their own. */
        @Override
        public SharedMemory sharedMemory() {
            return NO_MEMORY;
        }

        @Override
        public Doorbell doorbell(int peer, byte[] address) {
            return () -> {
                rings.incrementAndGet();
                ends.get(peer).wake();
            };
        }

        @Override
        public void congested(int peer, boolean congested) {
        }

        @Override
        public void close() {
            gone = true;
            closed.incrementAndGet();
        }
    }

    private final class Way implements Channel {
        private static final int PACKET = 64;

        private final int from;
        private final End to;
        private final MemorySegment room = Arena.ofAuto().allocate(PACKET, 8);

        Way(int from, End to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public long maximumPayload() {
            return PACKET;
        }

        @Override
        public long fragment(long bytes) {
            return PACKET;
        }

        @Override
        public long reserve(long bytes) {
            return full ? FULL : 0;
        }

        @Override
        public MemorySegment buffer() {
            return room;
        }

        @Override
        public void commit(long bytes, long envelope, long header) {
            to.inbox.add(new Packet(from, envelope, header,
                room.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE)));
            to.wake();
        }

        @Override
        public boolean congested() {
            return false;
        }
    }
}
