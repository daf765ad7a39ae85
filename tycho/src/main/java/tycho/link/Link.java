package tycho.link;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLSocket;
import tycho.security.Identity;
import tycho.wire.WireException;

/**
 * A TLS connection that carries frames. A thread of the link writes what {@link #send} queues, so a slow peer delays no
 * other. An empty frame is a sign of life; a link on which nothing arrives for some seconds is broken. Any thread may
 * send; one thread receives.
 */
public final class Link implements AutoCloseable {
    /** The longest frame before the other end has said who it is. */
    public static final int LONGEST_GREETING = 1 << 14;
    private static final int SIGN_OF_LIFE_MILLIS = 2_000;
    private static final int SILENCE_MILLIS = 10_000;
    private static final int BUFFER = 1 << 14;

    private final SSLSocket socket;
    private final Socket plain;
    private final Identity peer;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private long queuedBytes;
    private boolean closed;
    private volatile int longest = LONGEST_GREETING;

    /** Takes over a socket whose handshake is done, and the socket under it. */
    Link(SSLSocket socket, Socket plain) throws IOException {
        this.socket = socket;
        this.plain = plain;
        peer = Identity.of(socket.getSession());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(SILENCE_MILLIS);
        // Without a buffer, which a mediator would have for each client: TLS reads whole records.
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
        Thread.ofVirtual().name("tycho-writer").start(this::write);
    }

    /** Who is at the other end. */
    public Identity peer() {
        return peer;
    }

    /** The address of this end. */
    public String localHost() {
        return socket.getLocalAddress().getHostAddress();
    }

    /** From now on frames may be as long as this. */
    public void longest(int bytes) {
        longest = bytes;
    }

    /** Queues a frame; does nothing if the link is closed, which the receiving thread learns. */
    public void send(byte[] frame) {
        offer(frame, Long.MAX_VALUE);
    }

    /** Queues a frame unless more than so many bytes wait already. Answers whether the frame was queued. */
    public boolean offer(byte[] frame, long mostBytes) {
        lock.lock();
        try {
            if (closed || queuedBytes > mostBytes) {
                return false;
            }
            queue.add(frame);
            queuedBytes += frame.length;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
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

    public boolean isOpen() {
        lock.lock();
        try {
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the first frame, which is empty. */
    void awaitSignOfLife() throws IOException {
        int length = in.readInt();
        if (length != 0) {
            throw new WireException(peer + " begins with a frame of " + length + " bytes; is it a mediator or client?");
        }
    }

    /** The next frame. */
    public byte[] receive() throws IOException {
        while (true) {
            int length;
            try {
                length = in.readInt();
            } catch (SocketTimeoutException e) {
                throw new IOException(peer + " was silent for " + SILENCE_MILLIS + " ms", e);
            } catch (EOFException e) {
                throw new EOFException(peer + " has closed the connection");
            }
            if (length < 0 || length > longest) {
                throw new WireException(peer + " sent a frame of " + length + " bytes; a frame may have at most "
                    + longest);
            }
            if (length > 0) {
                byte[] frame = new byte[length];
                in.readFully(frame);
                return frame;
            }
        }
    }

    private void write() {
        try {
            while (true) {
                byte[] frame = next();
                if (frame == null) {
                    break;
                }
                out.writeInt(frame.length);
                out.write(frame);
                if (written(frame)) {
                    out.flush();
                }
            }
        } catch (IOException | InterruptedException e) {
            // The receiving thread learns of it, since the socket is closed.
        } finally {
            close();
            closeSocket();
        }
    }

    /** What to write next: an empty frame if there has been nothing for a while, null at the end. */
    private byte[] next() throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(SIGN_OF_LIFE_MILLIS);
            while (queue.isEmpty() && !closed) {
                if (left <= 0) {
                    return new byte[0];
                }
                left = changed.awaitNanos(left);
            }
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    private boolean written(byte[] frame) {
        lock.lock();
        try {
            queuedBytes -= frame.length;
            return queue.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the link when all that was queued is written. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the link at once. */
    public void abort() {
        lock.lock();
        try {
            closed = true;
            queue.clear();
            queuedBytes = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        // First, because the TLS socket waits for its writer, which may be stuck on a connection that was cut.
        try {
            plain.close();
        } catch (IOException e) {
            // Nothing is lost with it.
        }
        closeSocket();
    }

    private void closeSocket() {
        try (plain) {
            socket.close();
        } catch (IOException e) {
            // Nothing is lost with it.
        }
    }
}
