package mpj.runtime.pmi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import mpj.bindings.Linux;
import mpj.bindings.libc.libc_h;

/**
 * A descriptor that the launcher opened and this process inherited. Only the C library gives Java access to it: a
 * socket cannot be opened again through {@code /proc/self/fd}. One thread may read while another writes.
 */
final class InheritedDescriptor implements ByteChannel {
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));
    // Both calls may block, so they are never critical.
    private static final MethodHandle READ = Linux.linker().downcallHandle(
        libc_h.read$address(), libc_h.read$descriptor(), Linker.Option.captureCallState("errno"));
    private static final MethodHandle WRITE = Linux.linker().downcallHandle(
        libc_h.write$address(), libc_h.write$descriptor(), Linker.Option.captureCallState("errno"));

    private final int descriptor;
    private volatile boolean open = true;

    InheritedDescriptor(int descriptor) {
        this.descriptor = descriptor;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment bytes = arena.allocate(into.remaining());
            long got;
            do {
                got = (long) READ.invokeExact(state, descriptor, bytes, bytes.byteSize());
            } while (got < 0 && interrupted(state, "read"));
            into.put(bytes.asSlice(0, got).asByteBuffer());
            return got == 0 ? -1 : (int) got;
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment bytes = arena.allocate(from.remaining());
            MemorySegment.copy(MemorySegment.ofBuffer(from), JAVA_BYTE, 0, bytes, JAVA_BYTE, 0, bytes.byteSize());
            long put;
            do {
                put = (long) WRITE.invokeExact(state, descriptor, bytes, bytes.byteSize());
            } while (put < 0 && interrupted(state, "write"));
            from.position(from.position() + (int) put);
            return (int) put;
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Whether the call must be repeated because a signal arrived before anything else happened. */
    private boolean interrupted(MemorySegment state, String call) throws IOException {
        int errno = (int) ERRNO.get(state, 0L);
        if (errno == libc_h.EINTR()) {
            return true;
        }
        throw new IOException(call + " of descriptor " + descriptor + ": "
            + libc_h.strerror(errno).getString(0));
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            libc_h.close(descriptor);
        }
    }
}
