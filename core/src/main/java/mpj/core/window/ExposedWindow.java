package mpj.core.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import mpj.core.comm.Communicator;
import mpj.engine.Engine;
import mpj.engine.ExposedMemory;

/**
 * The memory of the window's ranks that a device reads and writes without the help of the target's process. Each rank
 * exposes its own memory and tells the others the key.
 */
final class ExposedWindow implements AutoCloseable {
    private static final int INTS = ExposedMemory.KEY_BYTES / Integer.BYTES;

    private final Engine engine;
    private final int[] members;
    /** The keys of all ranks, one after the other. A rank without such memory has zeros. */
    private final int[] keys;
    /** This rank's memory; null if no device can reach it. */
    private final ExposedMemory own;

    /**
     * Exposes this rank's memory. All ranks call this.
     *
     * @param base this rank's memory
     * @param isOfLibrary whether this library frees the memory, after the window
     */
    ExposedWindow(Communicator comm, MemorySegment base, boolean isOfLibrary) {
        engine = comm.live().get();
        members = comm.membership().group;
        own = base.byteSize() > 0 && (isOfLibrary || isNeverClosed(base)) ? engine.expose(base) : null;
        int[] key = new int[INTS];
        if (own != null) {
            MemorySegment.copy(MemorySegment.ofArray(own.key()), 0, MemorySegment.ofArray(key), 0,
                ExposedMemory.KEY_BYTES);
        }
        keys = comm.groupExchange().allgather(key);
    }

    /**
     * Whether memory stays as long as anything refers to it. A program may close other arenas while their memory is in
     * a window, by mistake. The process that serves messages gets an exception then, but a device would write into
     * memory that belongs to somebody else.
     */
    static boolean isNeverClosed(MemorySegment memory) {
        Set<Class<?>> neverClosed = Set.of(Arena.global().scope().getClass(), Arena.ofAuto().scope().getClass(),
            MemorySegment.ofBuffer(ByteBuffer.allocateDirect(0)).scope().getClass());
        try (Arena closed = Arena.ofShared(); Arena confined = Arena.ofConfined()) {
            // Nothing but the class of its scope tells the kind of an arena. Should a JDK give all scopes one class,
            // no memory of a program counts as staying.
            return neverClosed.contains(memory.scope().getClass())
                && !neverClosed.contains(closed.scope().getClass())
                && !neverClosed.contains(confined.scope().getClass());
        }
    }

    /** The way to a rank's memory; null if no device leads there. */
    DirectAccess access(int rank) {
        int[] key = Arrays.copyOfRange(keys, rank * INTS, (rank + 1) * INTS);
        if (Arrays.stream(key).allMatch(each -> each == 0)) {
            return null;
        }
        byte[] bytes = new byte[ExposedMemory.KEY_BYTES];
        MemorySegment.copy(MemorySegment.ofArray(key), 0, MemorySegment.ofArray(bytes), 0, bytes.length);
        return new DirectAccess(engine.access(members[rank], bytes));
    }

    /** No other rank has an access under way. */
    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
