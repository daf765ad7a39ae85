package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import mpj.bindings.Linux;
import mpj.bindings.libc.libc_h;
import mpj.bindings.libc.pollfd;

/**
 * A stream without encryption that moves bytes by send(2) and recv(2), straight between the socket and the user's
 * arrays. A {@link SocketChannel} takes only memory off the heap, and locks and unlocks itself for every call.
 */
final class DescriptorStream implements Stream {
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));
    // Critical, because the socket does not block and the longest copy takes some ten microseconds.
    private static final MethodHandle RECV = Linux.linker().downcallHandle(libc_h.recv$address(),
        libc_h.recv$descriptor(), Linker.Option.captureCallState("errno"), Linker.Option.critical(true));
    private static final MethodHandle SEND = Linux.linker().downcallHandle(libc_h.send$address(),
        libc_h.send$descriptor(), Linker.Option.captureCallState("errno"), Linker.Option.critical(true));
    // These take an address instead of a segment, for memory that nobody frees meanwhile. A segment may cost the
    // allocation of a slice, and another segment is needed for errno.
    private static final MethodHandle RECV_OWN = withAddress(libc_h.recv$address(), libc_h.recv$descriptor());
    private static final MethodHandle SEND_OWN = withAddress(libc_h.send$address(), libc_h.send$descriptor());
    // The time limit is 0 in each call, so the call never waits.
    private static final MethodHandle POLL = Linux.linker().downcallHandle(libc_h.poll$address(),
        libc_h.poll$descriptor(), Linker.Option.critical(false));
    private static final int EAGAIN = libc_h.EAGAIN();
    private static final int EINTR = libc_h.EINTR();
    private static final int LAST = libc_h.MSG_NOSIGNAL();
    private static final int MORE = libc_h.MSG_NOSIGNAL() | libc_h.MSG_MORE();
    private static final int CLOSED = -1;
    /** Every Linux has this congestion control, and it needs no privilege. */
    private static final String WITHOUT_PACING = "reno";

    private final SocketChannel channel;
    private final MemorySegment state = Arena.ofAuto().allocate(STATE);
    private final MemorySegment polled = pollfd.allocate(Arena.ofAuto());
    private int descriptor;

    /**
     * Makes a stream.
     *
     * @param channel the connection
     * @param descriptor a duplicate of the connection's descriptor; this stream closes it
     */
    DescriptorStream(SocketChannel channel, int descriptor) {
        this.channel = channel;
        this.descriptor = descriptor;
        pollfd.fd(polled, descriptor);
        pollfd.events(polled, (short) libc_h.POLLIN());
        Socket socket = channel.socket();
        if (socket.getLocalAddress().equals(socket.getInetAddress())) {
            disablePacing(descriptor);
        }
    }

    /**
     * Turns pacing off within a host, where nothing is congested. A system's default (bbr) may send no faster than its
     * estimate of the path, and a large message then takes half as long again. It does no harm if the system refuses.
     */
    private static void disablePacing(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(WITHOUT_PACING);
            libc_h.setsockopt(descriptor, libc_h.IPPROTO_TCP(), libc_h.TCP_CONGESTION(), name,
                WITHOUT_PACING.length());
        }
    }

    /**
     * A poll does not take the socket's lock. A read that finds nothing takes it, and a packet that is being delivered
     * at the time must wait for the lock.
     */
    @Override
    public boolean mayRead() {
        try {
            return (int) POLL.invokeExact(polled, 1L, 0) != 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public int read(MemorySegment into, long offset, long bytes) throws IOException {
        long got;
        try {
            got = (long) RECV.invokeExact(state, descriptor, into.asSlice(offset, bytes), bytes, 0);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return got > 0 ? (int) got : got == 0 ? -1 : nothing("receive");
    }

    @Override
    public int write(MemorySegment from, long offset, long bytes, boolean more) throws IOException {
        long put;
        try {
            put = (long) SEND.invokeExact(state, descriptor, from.asSlice(offset, bytes), bytes, more ? MORE : LAST);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return put >= 0 ? (int) put : nothing("send");
    }

    @Override
    public int readOwn(MemorySegment into, long offset, long bytes) throws IOException {
        long got;
        try {
            got = (long) RECV_OWN.invokeExact(descriptor, into.address() + offset, bytes, 0);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        // The other call finds out why this one failed, or that the stream has ended.
        return got > 0 ? (int) got : read(into, offset, bytes);
    }

    @Override
    public int writeOwn(MemorySegment from, long offset, long bytes, boolean more) throws IOException {
        long put;
        try {
            put = (long) SEND_OWN.invokeExact(descriptor, from.address() + offset, bytes, more ? MORE : LAST);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return put >= 0 ? (int) put : write(from, offset, bytes, more);
    }

    private static MethodHandle withAddress(MemorySegment function, FunctionDescriptor descriptor) {
        MemoryLayout[] parameters = descriptor.argumentLayouts().stream()
            .map(layout -> layout instanceof AddressLayout ? ValueLayout.JAVA_LONG : layout)
            .toArray(MemoryLayout[]::new);
        return Linux.linker().downcallHandle(function,
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, parameters), Linker.Option.critical(false));
    }

    /** Returns 0 if the failed call may be repeated, and throws if it failed for good. */
    private int nothing(String call) throws IOException {
        int errno = (int) ERRNO.get(state, 0L);
        if (errno == EAGAIN || errno == EINTR) {
            return 0;
        }
        throw new IOException(call + ": " + libc_h.strerror(errno).getString(0));
    }

    @Override
    public boolean takesArrays() {
        return true;
    }

    @Override
    public SocketChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        if (descriptor != CLOSED) {
            libc_h.close(descriptor);
            descriptor = CLOSED;
        }
        channel.close();
    }
}
