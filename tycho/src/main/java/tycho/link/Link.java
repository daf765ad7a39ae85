package tycho.link;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import tycho.security.Identity;
import tycho.wire.Packet;
import tycho.wire.WireException;

/**
 * A TLS connection that carries frames. Nobody who sends ever waits: what the connection does not take at once is
 * written later. An empty frame is a sign of life; a link on which nothing arrives for some seconds is broken. Any
 * thread may send. Received frames wait for {@link #receive} until {@link #serve} says who takes them.
 */
public final class Link implements AutoCloseable {
    /** Takes the frames of a link, one after another. */
    public interface Receiver {
        /**
         * Takes a frame if that needs no waiting. The thread is the one that serves all links.
         *
         * @return false if the frame is to be given to {@link #takeSlowly}; so are those after it, until it has done
         */
        boolean take(Packet frame) throws IOException;

        /** Takes a frame in a thread that may wait. */
        void takeSlowly(Packet frame) throws IOException;

        /** The link is broken or closed. */
        void ended(IOException why);
    }

    /** The longest frame before the other end has said who it is. */
    public static final int LONGEST_GREETING = 1 << 14;
    private static final long SIGN_OF_LIFE_NANOS = TimeUnit.MILLISECONDS.toNanos(2_000);
    private static final int SILENCE_MILLIS = 10_000;
    /** Reading pauses when more than this waits for a receiver that is slow. */
    private static final int MOST_SLOW_BYTES = 1 << 20;
    /**
     * Whoever sends writes in its own thread, which is fastest. But when frames follow each other this closely, another
     * thread writes, and takes several at once.
     */
    private static final long BURST_NANOS = TimeUnit.MICROSECONDS.toNanos(30);
    /** How often the loop fills its buffer with what it relays before it serves other links. */
    private static final int FILLS = 4;
    private static final long TAKEN_AT_ONCE = 1 << 17;
    /** So much may wait on a link, however much waits on the others. */
    private static final long ALWAYS_RELAYED_BYTES = 1 << 16;
    /** The most bytes of a record of TLS when it is decrypted. */
    private static final int LONGEST_RECORD = (1 << 14) + 256;
    private static final Packet SIGN_OF_LIFE = new Packet(new byte[0], new byte[0]);
    private static final byte[] NOTHING = new byte[0];

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final Identity peer;
    private final String localHost;
    private final Loop loop;
    private final ReentrantLock lock = new ReentrantLock();
    /** The thread that waits for a frame before a receiver is there. It is unparked under the lock. */
    private Thread awaiting;

    /** What is to be written. The lock guards it. Null while there is nothing. */
    private ArrayDeque<Packet> queue;
    /** What is to be written before that. Null while there is nothing. */
    private ArrayDeque<Packet> firstQueue;
    private long queuedBytes;
    /** Whether a thread writes, or the loop waits until the connection takes more. */
    private boolean writing;
    /** Whether the loop is about to write what is queued. */
    private boolean flushDue;
    private boolean closed;
    private volatile IOException failure;
    private long lastWrite = System.nanoTime();
    /** Only the thread that writes uses it. */
    private Outgoing outgoing;

    /** What has arrived and nobody has taken. The lock guards it. Null while there is nothing. */
    private ArrayDeque<Packet> waiting;
    private long waitingBytes;
    private Receiver receiver;
    private boolean takingSlowly;
    private boolean paused;
    private boolean alive;

    /** Only the loop uses these. */
    private SelectionKey key;
    private byte[] unread;
    private final Incoming incoming = new Incoming(LONGEST_GREETING);
    private long lastArrival = System.nanoTime();

    /**
     * Takes over a channel after the handshake.
     *
     * @param unread bytes that have arrived after the handshake
     * @param loop   waits for what the link receives
     */
    Link(SocketChannel channel, SSLEngine engine, byte[] unread, Loop loop) throws IOException {
        this.channel = channel;
        this.engine = engine;
        this.unread = unread;
        peer = Identity.of(engine.getSession());
        localHost = channel.socket().getLocalAddress().getHostAddress().intern();
        this.loop = loop;
        loop.add(channel, this);
    }

    /** Who is at the other end. */
    public Identity peer() {
        return peer;
    }

    /** The address of this end. */
    public String localHost() {
        return localHost;
    }

    /** From now on frames may be as long as this. */
    public void longest(int bytes) {
        incoming.longest(bytes);
    }

    void sendSignOfLife() {
        send(SIGN_OF_LIFE);
    }

    /** Queues a frame; does nothing if the link is closed, which the receiver learns. */
    public void send(Packet frame) {
        offer(frame, Long.MAX_VALUE);
    }

    /** Queues a frame unless more than so many bytes wait already. Answers whether the frame was queued. */
    public boolean offer(Packet frame, long mostBytes) {
        return offer(frame, false, mostBytes);
    }

    /** Like {@link #send}, but the frame overtakes those that wait, except those that were sent in this way. */
    public void sendFirst(Packet frame) {
        offerFirst(frame, Long.MAX_VALUE);
    }

    /** Like {@link #offer}, but the frame overtakes those that wait, except those that were sent in this way. */
    public boolean offerFirst(Packet frame, long mostBytes) {
        return offer(frame, true, mostBytes);
    }

    private boolean offer(Packet frame, boolean first, long mostBytes) {
        boolean burst;
        lock.lock();
        try {
            if (!enqueue(frame, first, mostBytes)) {
                return false;
            }
            if (writing || flushDue) {
                return true;
            }
            writing = true;
            burst = System.nanoTime() - lastWrite < BURST_NANOS;
        } finally {
            lock.unlock();
        }
        if (burst) {
            writeElsewhere();
        } else {
            write(1);
        }
        return true;
    }

    /**
     * Like {@link #offer}, but while a receiver takes what was read at once, frames are only queued, and written
     * together after the last of those that were read: in few records of TLS, and by the thread that has read. On one
     * link no more may wait than there is still room for on all links together. So a few slow links do not take all of
     * the room, and the more of them there are, the less each has.
     */
    public boolean offerRelayed(Packet frame, long mostBytes) {
        long all = Math.min(mostBytes, Math.max(ALWAYS_RELAYED_BYTES, loop.backlog().free()));
        long most = Math.max(0, all - Outgoing.length(frame)); // with this frame, no more than all may wait
        lock.lock();
        try {
            if (!enqueue(frame, false, most)) {
                return false;
            }
            if (writing || flushDue) {
                return true;
            }
            flushDue = true;
        } finally {
            lock.unlock();
        }
        Loop.afterwards(this::flush);
        return true;
    }

    private boolean enqueue(Packet frame, boolean first, long mostBytes) {
        assert lock.isHeldByCurrentThread();
        if (closed || queuedBytes > mostBytes) {
            return false;
        }
        if (first) {
            firstQueue = firstQueue == null ? new ArrayDeque<>() : firstQueue;
            firstQueue.add(frame);
        } else {
            queue = queue == null ? new ArrayDeque<>() : queue;
            queue.add(frame);
        }
        setQueuedBytes(queuedBytes + Outgoing.length(frame));
        return true;
    }

    private boolean nothingQueued() {
        return queue == null && firstQueue == null;
    }

    private void setQueuedBytes(long bytes) {
        assert lock.isHeldByCurrentThread();
        loop.backlog().changed(queuedBytes, bytes);
        queuedBytes = bytes;
    }

    private void flush() {
        lock.lock();
        try {
            flushDue = false;
            if (writing || failure != null || nothingQueued() && !closed) {
                return;
            }
            writing = true;
        } finally {
            lock.unlock();
        }
        write(FILLS);
    }

    /** Whether nothing waits to be written. */
    public boolean idle() {
        lock.lock();
        try {
            return queuedBytes == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Whether no more than so many bytes wait to be written. */
    public boolean hasRoom(long mostBytes) {
        lock.lock();
        try {
            return queuedBytes <= mostBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no more than so many bytes wait to be written. One thread at a time may, after {@link #serve}. */
    public void awaitRoom(long mostBytes) throws IOException {
        lock.lock();
        try {
            await(() -> queuedBytes <= mostBytes && failure == null);
        } finally {
            lock.unlock();
        }
    }

    public boolean isOpen() {
        lock.lock();
        try {
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes what waits, as long as the connection takes it. One thread at a time does.
     *
     * @param fills how often this thread fills the buffer before another thread writes what is left
     */
    private void write(int fills) {
        try {
            for (int fill = 1;; fill++) {
                if (outgoing == null) {
                    outgoing = loop.spares().takeOutgoing();
                }
                boolean full = outgoing.fill(engine, this::takeQueued);
                if (!outgoing.writeTo(channel)) {
                    loop.execute(() -> interest(SelectionKey.OP_WRITE, true));
                    return;
                }
                if (full) {
                    written();
                } else if (drained()) {
                    return;
                }
                if (fill == fills) {
                    writeElsewhere();
                    return;
                }
            }
        } catch (IOException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            // Also when memory is short, which must not end the thread: it may be the one that serves all links.
            fail(new IOException("a frame could not be written: " + e, e));
        }
    }

    private void writeElsewhere() {
        Thread.ofVirtual().name("tycho-writer").start(() -> write(Integer.MAX_VALUE));
    }

    /**
     * Many frames at once: taking the lock for each would disturb those who send. But no more than the buffer holds, so
     * that those that come first can overtake the others.
     */
    private void takeQueued(Queue<Packet> frames) {
        lock.lock();
        try {
            if (firstQueue != null) {
                frames.addAll(firstQueue);
                firstQueue = null;
            }
            long bytes = 0;
            while (queue != null && bytes < TAKEN_AT_ONCE) {
                Packet next = queue.poll();
                bytes += Outgoing.length(next);
                frames.add(next);
                if (queue.isEmpty()) {
                    queue = null;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** A part of what is queued is written. Without this, a queue that is never empty would seem longer and longer. */
    private void written() {
        lock.lock();
        try {
            countWritten();
        } finally {
            lock.unlock();
        }
    }

    private void countWritten() {
        long bytes = outgoing.takeEncrypted();
        if (failure == null) {
            setQueuedBytes(queuedBytes - bytes);
        }
        wakeAwaiting();
    }

    /** Whether this thread need write no more. */
    private boolean drained() throws IOException {
        boolean last;
        lock.lock();
        try {
            countWritten();
            if (!nothingQueued()) {
                return false;
            }
            last = closed;
            lastWrite = System.nanoTime();
            writing = last;
            loop.spares().release(outgoing);
            outgoing = null;
        } finally {
            lock.unlock();
        }
        if (last) {
            end();
        }
        return true;
    }

    /** The connection takes more. The loop calls it. */
    void writable() {
        interest(SelectionKey.OP_WRITE, false);
        writeElsewhere();
    }

    private void interest(int operation, boolean set) {
        try {
            key.interestOps(set ? key.interestOps() | operation : key.interestOps() & ~operation);
        } catch (CancelledKeyException e) {
            // The link is closed.
        }
    }

    void registered(SelectionKey registration) {
        key = registration;
    }

    /** Bytes have arrived. The loop calls it. */
    void readable(ByteBuffer received, ByteBuffer plain) {
        try {
            received.clear().put(unread);
            unread = NOTHING;
            int bytes = channel.read(received);
            if (bytes < 0) {
                throw new EOFException(peer + " has closed the connection");
            }
            lastArrival = System.nanoTime();
            received.flip();
            decrypt(received, plain);
        } catch (IOException | RuntimeException | Error e) {
            fail(unreadable(e));
        }
    }

    /** Takes in what arrived together with the handshake. */
    void unwrap(ByteBuffer received, ByteBuffer plain) {
        try {
            received.clear().put(unread).flip();
            unread = NOTHING;
            decrypt(received, plain);
        } catch (IOException | RuntimeException | Error e) {
            fail(unreadable(e));
        }
    }

    private IOException unreadable(Throwable e) {
        return e instanceof IOException broken ? broken : new IOException("a frame of " + peer + " could not be read: "
            + e, e);
    }

    private void decrypt(ByteBuffer received, ByteBuffer plain) throws IOException {
        while (received.hasRemaining()) {
            // Most of a long payload goes where it belongs without another copy.
            ByteBuffer room = incoming.room(LONGEST_RECORD);
            SSLEngineResult result = engine.unwrap(received, room == null ? plain.clear() : room);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                throw new EOFException(peer + " has closed the connection");
            }
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
                // Nothing was taken, and there will never be more room than now.
                throw new WireException(peer + " sent a record of TLS that is longer than TLS 1.3 permits");
            }
            if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            } else if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
                offer(SIGN_OF_LIFE, 0); // TLS answers by itself, in front of this frame or of one that waits
            }
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
                break;
            }
            if (room == null) {
                plain.flip();
            } else {
                incoming.put(result.bytesProduced());
                plain.clear().limit(0);
            }
            for (Packet frame = incoming.next(plain, peer); frame != null; frame = incoming.next(plain, peer)) {
                arrived(frame);
            }
        }
        if (received.hasRemaining()) {
            unread = new byte[received.remaining()];
            received.get(unread);
        }
    }

    private void arrived(Packet frame) throws IOException {
        Receiver taking;
        lock.lock();
        try {
            if (!alive) {
                alive = true;
                wakeAwaiting();
            }
            if (frame.length() == 0 || failure != null) {
                return;
            }
            taking = receiver != null && !takingSlowly ? receiver : null;
        } finally {
            lock.unlock();
        }
        if (taking == null || !taking.take(frame)) {
            keep(frame, taking);
        }
    }

    private void keep(Packet frame, Receiver taking) {
        lock.lock();
        try {
            if (waiting == null) {
                waiting = new ArrayDeque<>();
            }
            waiting.add(frame);
            waitingBytes += frame.length();
            if (waitingBytes > MOST_SLOW_BYTES && !paused) {
                paused = true;
                interest(SelectionKey.OP_READ, false);
            }
            if (taking != null || receiver != null && !takingSlowly) {
                takingSlowly = true;
                Thread.ofVirtual().name("tycho-taker").start(this::takeSlowly);
            }
            wakeAwaiting();
        } finally {
            lock.unlock();
        }
    }

    private void takeSlowly() {
        for (Packet frame = nextWaiting(); frame != null; frame = nextWaiting()) {
            try {
                receiver.takeSlowly(frame);
            } catch (IOException e) {
                failAndForget(e);
            } catch (RuntimeException | Error e) {
                failAndForget(new IOException("a frame of " + peer + " could not be taken: " + e, e));
            }
        }
        if (failure != null) {
            receiver.ended(failure);
        }
    }

    private void failAndForget(IOException why) {
        fail(why);
        lock.lock();
        try {
            waiting = null;
        } finally {
            lock.unlock();
        }
    }

    /** The next frame that waits; if there is none, the loop gives those that come to the receiver again. */
    private Packet nextWaiting() {
        lock.lock();
        try {
            if (waiting != null) {
                return takeWaiting();
            }
            if (failure == null) {
                takingSlowly = false;
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private Packet takeWaiting() {
        Packet frame = waiting.poll();
        if (waiting.isEmpty()) {
            waiting = null;
        }
        waitingBytes -= frame.length();
        if (paused && waitingBytes <= MOST_SLOW_BYTES / 2) {
            paused = false;
            loop.execute(() -> {
                lastArrival = System.nanoTime();
                interest(SelectionKey.OP_READ, true);
            });
        }
        return frame;
    }

    /**
     * Wakes threads for which frames have arrived. While a receiver takes what was read at once, this waits until the
     * last of these frames is taken: a thread that is woken for each would be awake before the next.
     */
    public static void wake(Runnable waking) {
        Loop.afterwards(waking);
    }

    /** Waits for the first frame, which is empty. */
    void awaitSignOfLife() throws IOException {
        lock.lock();
        try {
            await(() -> alive);
            if (waiting != null) {
                throw new WireException(peer + " begins with a frame of " + waiting.peek().length()
                    + " bytes; is it a mediator or client?");
            }
        } finally {
            lock.unlock();
        }
    }

    /** The next frame. To be called only before {@link #serve}. */
    public Packet receive() throws IOException {
        lock.lock();
        try {
            await(() -> waiting != null);
            return takeWaiting();
        } finally {
            lock.unlock();
        }
    }

    private interface Until {
        boolean holds();
    }

    /** Waits with the lock, for which one thread at a time may wait. A link that is silent fails by itself. */
    private void await(Until condition) throws IOException {
        boolean interrupted = false;
        awaiting = Thread.currentThread();
        while (!condition.holds() && failure == null) {
            lock.unlock();
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
            lock.lock();
        }
        awaiting = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!condition.holds()) {
            throw failure;
        }
    }

    private void wakeAwaiting() {
        if (awaiting != null) {
            LockSupport.unpark(awaiting);
        }
    }

    /** From now on a receiver takes the frames, and those that wait first. */
    public void serve(Receiver taker) {
        lock.lock();
        try {
            receiver = taker;
            takingSlowly = true;
            Thread.ofVirtual().name("tycho-taker").start(this::takeSlowly);
        } finally {
            lock.unlock();
        }
    }

    /** Sends a sign of life, and looks for one. The loop calls it. */
    void tick(long now) {
        boolean quiet;
        boolean over;
        lock.lock();
        try {
            quiet = !writing && now - lastWrite > SIGN_OF_LIFE_NANOS;
            over = closed && queuedBytes == 0 && now - lastWrite > TimeUnit.MILLISECONDS.toNanos(SILENCE_MILLIS);
            if (paused) {
                lastArrival = now;
            }
        } finally {
            lock.unlock();
        }
        if (now - lastArrival > TimeUnit.MILLISECONDS.toNanos(SILENCE_MILLIS)) {
            fail(new IOException(peer + " was silent for " + SILENCE_MILLIS + " ms"));
        } else if (over) {
            fail(new IOException(peer + " has not closed its end for " + SILENCE_MILLIS + " ms"));
        } else if (quiet) {
            send(SIGN_OF_LIFE);
        }
    }

    /** Closes the link when all that was queued is written. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            if (writing || flushDue) {
                return;
            }
            writing = true;
            lastWrite = System.nanoTime();
        } finally {
            lock.unlock();
        }
        end();
    }

    /**
     * Tells the other end that this is the end, and waits until the other end closes the connection: if this end closed
     * first, bytes that arrive meanwhile could make the system drop what was sent.
     */
    private void end() {
        try {
            engine.closeOutbound();
            ByteBuffer last = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), last);
            channel.write(last.flip());
            channel.shutdownOutput();
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Closes the link at once. */
    public void abort() {
        fail(new IOException("the connection with " + peer + " was closed at this end"));
    }

    void fail(IOException why) {
        lock.lock();
        try {
            if (failure != null) {
                return;
            }
            failure = why;
            closed = true;
            queue = null;
            firstQueue = null;
            setQueuedBytes(0);
            Receiver last = receiver;
            if (last != null && !takingSlowly) {
                // In a thread of its own: whoever sent may hold locks that the receiver needs.
                Thread.ofVirtual().name("tycho-ended").start(() -> last.ended(why));
            }
            wakeAwaiting();
        } finally {
            lock.unlock();
        }
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is lost with it.
        }
    }
}
