package tycho.link;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Who may begin a TLS handshake at a port, which strangers reach as well. A handshake takes memory, so few are under
 * way at a time, and others wait for their turn. When all turns are taken and another connection asks for one, the
 * oldest handshake ends of the address that has the most of them. So a stranger takes turns from itself only, and
 * whoever comes from another address gets one. Thread-safe.
 */
public final class Turns {
    /** They need some ten MiB of memory. */
    private static final int MOST = 256;
    /** A connection that has no turn needs a thread and a socket, which have a few KiB. */
    private static final int MOST_WAITING = 4096;
    /** A handshake may go on for so long, even if others wait: otherwise very many clients would end each other's. */
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LOOK_MILLIS = 20;

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
    /** Whether a thread looks now and then for handshakes that may end. */
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
        private final Semaphore given = new Semaphore(0);
        /** Whether it was ended for the sake of another one. */
        private volatile boolean ended;

        private Turn(Socket socket) {
            this.socket = socket;
            InetAddress from = socket.getInetAddress();
            // A host can have as many addresses of IPv6 as it likes that begin with the same eight bytes.
            address = from instanceof Inet6Address six ? ByteBuffer.wrap(six.getAddress(), 0, Long.BYTES) : from;
        }

        /** Waits for the turn. To be called when the first byte has come: whoever sends nothing needs no turn. */
        public void await(int millis) throws IOException {
            lock.lock();
            try {
                if (!ended) {
                    asking.add(this);
                }
            } finally {
                lock.unlock();
            }
            giveTurns();
            try {
                if (!given.tryAcquire(millis, TimeUnit.MILLISECONDS) || ended) {
                    throw tooMany(null);
                }
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted before the TLS handshake");
            }
        }

        /** Why the handshake has failed, if this was the reason. */
        public IOException reason(IOException failure) {
            return ended ? tooMany(failure) : failure;
        }

        private static IOException tooMany(IOException failure) {
            return new IOException("too many others are connecting as well; connect again", failure);
        }

        /** Whether the handshake waits for the other end, and not for this process, which may be busy. */
        private boolean waitsForOther() {
            try {
                return socket.getInputStream().available() == 0;
            } catch (IOException e) {
                return true;
            }
        }

        private void end() {
            try {
                socket.close();
            } catch (IOException e) {
                // Nothing is lost with it.
            }
        }

        /** The handshake is complete, or has failed. */
        @Override
        public void close() {
            lock.lock();
            try {
                leave(this);
            } finally {
                lock.unlock();
            }
            giveTurns();
        }
    }

    /** Connections by their addresses, the oldest first. */
    private static final class Crowd {
        private final Map<Object, Set<Turn>> byAddress = new HashMap<>();
        private int size;

        void add(Turn turn) {
            if (byAddress.computeIfAbsent(turn.address, key -> new LinkedHashSet<>()).add(turn)) {
                size++;
            }
        }

        void remove(Turn turn) {
            Set<Turn> same = byAddress.get(turn.address);
            if (same != null && same.remove(turn)) {
                size--;
                if (same.isEmpty()) {
                    byAddress.remove(turn.address);
                }
            }
        }

        private int count(Object address) {
            return byAddress.getOrDefault(address, Set.of()).size();
        }

        /** Those of the address that has the most when one more has come. */
        Set<Turn> ofMost(Object newcomer) {
            Set<Turn> most = Set.of();
            int count = 0;
            for (Map.Entry<Object, Set<Turn>> each : byAddress.entrySet()) {
                Set<Turn> turns = each.getValue();
                int own = turns.size() + (Objects.equals(each.getKey(), newcomer) ? 1 : 0);
                if (own > count || own == count && isOlder(turns, most)) {
                    most = turns;
                    count = own;
                }
            }
            return most;
        }

        /** The oldest of the address that has the fewest turns. */
        Turn next(Crowd shaking) {
            Set<Turn> next = null;
            int count = 0;
            for (Map.Entry<Object, Set<Turn>> each : byAddress.entrySet()) {
                Set<Turn> turns = each.getValue();
                int own = shaking.count(each.getKey());
                if (next == null || own < count || own == count && isOlder(turns, next)) {
                    next = turns;
                    count = own;
                }
            }
            return next.iterator().next();
        }

        private static boolean isOlder(Set<Turn> one, Set<Turn> other) {
            return one.iterator().next().since - other.iterator().next().since < 0;
        }
    }

    /** Takes in a connection. If too many wait already, the oldest ends of the address that has the most of them. */
    public Turn arrived(Socket socket) {
        Turn turn = new Turn(socket);
        Turn last = null;
        lock.lock();
        try {
            if (waiting.size >= mostWaiting) {
                last = waiting.ofMost(turn.address).iterator().next();
                forget(last);
            }
            waiting.add(turn);
        } finally {
            lock.unlock();
        }
        if (last != null) {
            last.end();
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

    private void leave(Turn turn) {
        assert lock.isHeldByCurrentThread();
        waiting.remove(turn);
        asking.remove(turn);
        shaking.remove(turn);
    }

    private void forget(Turn turn) {
        leave(turn);
        turn.ended = true;
        turn.given.release();
    }

    /** Gives turns to those that ask, as many as there are and as may end for that. */
    private void giveTurns() {
        List<Turn> last = new ArrayList<>(0);
        lock.lock();
        try {
            long now = clock.getAsLong();
            while (asking.size > 0) {
                Turn next = asking.next(shaking);
                if (shaking.size >= most) {
                    Turn victim = oldestThatMayEnd(shaking.ofMost(next.address), now);
                    if (victim == null) {
                        lookAgain();
                        break;
                    }
                    forget(victim);
                    last.add(victim);
                }
                leave(next);
                next.since = now;
                shaking.add(next);
                next.given.release();
            }
        } finally {
            lock.unlock();
        }
        last.forEach(Turn::end);
    }

    /** The oldest that has had its time and waits for its other end; null if there is none. */
    private static Turn oldestThatMayEnd(Set<Turn> turns, long now) {
        for (Turn each : turns) {
            if (now - each.since < LEAST_NANOS) {
                return null;
            }
            if (each.waitsForOther()) {
                return each;
            }
        }
        return null;
    }

    private void lookAgain() {
        if (!looking) {
            looking = true;
            Thread.ofVirtual().name("tycho-turns").start(this::look);
        }
    }

    private void look() {
        try {
            boolean more = true;
            while (more) {
                Thread.sleep(LOOK_MILLIS);
                giveTurns();
                lock.lock();
                try {
                    more = asking.size > 0;
                    looking = more;
                } finally {
                    lock.unlock();
                }
            }
        } catch (InterruptedException e) {
            // Nobody interrupts this thread.
        }
    }
}
