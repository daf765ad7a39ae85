package tycho.link;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Who may begin a TLS handshake at a port, which strangers reach as well. A handshake takes memory, so few are under
 * way at a time, and others wait for their turn. When all turns are taken and another connection asks for one, the
 * oldest handshake ends of the address that has the most of them. So a stranger with one address or network takes turns
 * from itself only, and whoever comes from another address gets one. Thread-safe.
 */
public final class Turns {
    /** They need some ten MiB of memory. */
    private static final int MOST = 256;
    /** A connection that has no turn needs a thread and a socket, which have a few KiB. */
    private static final int MOST_WAITING = 4096;
    /** A handshake may go on for so long, even if others wait: otherwise very many clients would end each other's. */
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** A site can have as many addresses of IPv6 as it likes that begin with the same bytes. */
    private static final int NETWORK_BYTES = 6;

    private final int most;
    private final int mostWaiting;
    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    /** All that have no turn yet. */
    private final Crowd waiting = new Crowd();
    /** Those among them that have sent their first byte. */
    private final Crowd asking = new Crowd();
    /** All that have their turn. */
    private final Crowd shaking = new Crowd();
    /** Whether a thread is about to look for handshakes that may end. */
    private boolean looking;

    public Turns() {
        this(MOST, MOST_WAITING, System::nanoTime);
    }

    /**
     * @param most        how many have their turn at a time
     * @param mostWaiting how many wait at a time for their first byte or their turn
     * @param clock       the time in nanoseconds
     */
    Turns(int most, int mostWaiting, LongSupplier clock) {
        this.most = most;
        this.mostWaiting = mostWaiting;
        this.clock = clock;
    }

    /** A connection from its beginning to the end of its handshake. */
    public final class Turn implements AutoCloseable {
        private final Socket socket;
        private final Object address;
        /** The connection has come at this time, or has had its turn since then. */
        private long since = clock.getAsLong();
        private final CountDownLatch given = new CountDownLatch(1);
        /** Whether the handshake is in a read. */
        private volatile boolean reads;
        /** Whether it was ended for the sake of another one. */
        private volatile boolean ended;

        private Turn(Socket socket) {
            this.socket = socket;
            InetAddress from = socket.getInetAddress();
            address = from instanceof Inet6Address six ? ByteBuffer.wrap(six.getAddress(), 0, NETWORK_BYTES) : from;
        }

        /** Waits for the turn. To be called when the first byte has come: whoever sends nothing needs no turn. */
        public void await(int millis) throws IOException {
            lock.lock();
            try {
                if (!ended) {
                    asking.add(this);
                    giveTurns();
                }
            } finally {
                lock.unlock();
            }
            try {
                if (!given.await(millis, TimeUnit.MILLISECONDS) || ended) {
                    throw tooMany(null);
                }
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted before the TLS handshake");
            }
        }

        /**
         * What the handshake must read. While it reads, it waits for the other end, so the turn may end; while it
         * computes, it has to wait for this process only, which may be busy.
         *
         * @param first what was read already
         */
        public InputStream input(byte... first) throws IOException {
            return new SequenceInputStream(new ByteArrayInputStream(first), new Reads());
        }

        /** The handshake is complete. From now on the turn cannot be ended; throws if it was ended before. */
        public void complete() throws IOException {
            close();
            if (ended) {
                throw tooMany(null);
            }
        }

        /** Why the handshake has failed, if this was the reason. */
        public IOException reason(IOException failure) {
            return ended ? tooMany(failure) : failure;
        }

        private static IOException tooMany(IOException failure) {
            return new IOException("too many others are connecting as well; connect again", failure);
        }

        /** Whether the handshake is in a read, and nothing has arrived that it has yet to read. */
        private boolean waitsForOther() {
            try {
                return reads && socket.getInputStream().available() == 0;
            } catch (IOException e) {
                return true;
            }
        }

        private final class Reads extends FilterInputStream {
            private Reads() throws IOException {
                super(socket.getInputStream());
            }

            @Override
            public int read(byte[] into, int from, int most) throws IOException {
                reads = true;
                try {
                    return super.read(into, from, most);
                } finally {
                    reads = false;
                }
            }

            /** Whoever reads to the end closes this. The socket may still have to send why the handshake has failed. */
            @Override
            public void close() {
                // The owner closes the socket.
            }
        }

        private void end() {
            leave();
            ended = true;
            given.countDown();
            try {
                socket.close();
            } catch (IOException e) {
                // Nothing is lost with it.
            }
        }

        private void leave() {
            assert lock.isHeldByCurrentThread();
            waiting.remove(this);
            asking.remove(this);
            shaking.remove(this);
        }

        /** The handshake is complete, or has failed. */
        @Override
        public void close() {
            lock.lock();
            try {
                leave();
                giveTurns();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Connections by their addresses, the oldest first. */
    private static final class Crowd {
        private static final Comparator<Turn> OLDEST_FIRST = (one, other) -> Long.signum(one.since - other.since);

        private final Map<Object, SequencedSet<Turn>> byAddress = new HashMap<>();
        private int size;

        void add(Turn turn) {
            if (byAddress.computeIfAbsent(turn.address, key -> new LinkedHashSet<>()).add(turn)) {
                size++;
            }
        }

        void remove(Turn turn) {
            SequencedSet<Turn> same = byAddress.get(turn.address);
            if (same != null && same.remove(turn)) {
                size--;
                if (same.isEmpty()) {
                    byAddress.remove(turn.address);
                }
            }
        }

        private int count(Object address) {
            return byAddress.containsKey(address) ? byAddress.get(address).size() : 0;
        }

        /** The oldest of each address. */
        private Stream<Turn> oldest() {
            return byAddress.values().stream().map(SequencedSet::getFirst);
        }

        /** Those of the address that has the most when one more has come. */
        SequencedSet<Turn> ofMost(Turn newcomer) {
            Comparator<Turn> most = Comparator.comparingInt(each -> -count(each.address)
                - (Objects.equals(each.address, newcomer.address) ? 1 : 0));
            return byAddress.get(oldest().min(most.thenComparing(OLDEST_FIRST)).orElseThrow().address);
        }

        /** The oldest of the address that has the fewest turns. */
        Turn next(Crowd shaking) {
            Comparator<Turn> fewest = Comparator.comparingInt(each -> shaking.count(each.address));
            return oldest().min(fewest.thenComparing(OLDEST_FIRST)).orElseThrow();
        }
    }

    /** Takes in a connection. If too many wait already, the oldest ends of the address that has the most of them. */
    public Turn arrived(Socket socket) {
        Turn turn = new Turn(socket);
        lock.lock();
        try {
            if (waiting.size >= mostWaiting) {
                waiting.ofMost(turn).getFirst().end();
            }
            waiting.add(turn);
        } finally {
            lock.unlock();
        }
        return turn;
    }

    /** How many ask for a turn and have none yet. */
    int asking() {
        lock.lock();
        try {
            return asking.size;
        } finally {
            lock.unlock();
        }
    }

    /** Gives turns to those that ask, as many as there are and as may end for that. */
    private void giveTurns() {
        assert lock.isHeldByCurrentThread();
        long now = clock.getAsLong();
        while (asking.size > 0) {
            Turn next = asking.next(shaking);
            if (shaking.size >= most) {
                Optional<Turn> victim = shaking.ofMost(next).stream()
                    .takeWhile(each -> now - each.since >= LEAST_NANOS).filter(Turn::waitsForOther).findFirst();
                if (victim.isEmpty()) {
                    lookLater();
                    return;
                }
                victim.get().end();
            }
            next.leave();
            next.since = now;
            shaking.add(next);
            next.given.countDown();
        }
    }

    private void lookLater() {
        assert lock.isHeldByCurrentThread();
        if (looking) {
            return;
        }
        looking = true;
        Thread.ofVirtual().name("tycho-turns").start(() -> {
            LockSupport.parkNanos(LOOK_NANOS);
            lock.lock();
            try {
                looking = false;
                giveTurns();
            } finally {
                lock.unlock();
            }
        });
    }
}
