package mpj.core.window;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.core.comm.Communicator;
import mpj.engine.EngineException;
import mpj.engine.LibraryGroup;
import mpj.engine.match.MessagePool;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryWindows;

/**
 * A window of a C library of MPI, and a second one with the {@link LibraryLock} of each rank. The library's own epochs
 * are not used: every rank has a shared lock of all others as long as the window exists, and flushes complete
 * operations. So the epochs are the same over every transport, and a rank that waits for another rank serves others
 * meanwhile.
 */
final class LibraryWindow implements AutoCloseable {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final LibraryGroup group;
    private final LibraryWindows windows;
    private final long handle;
    private final long locks;
    private final MemorySegment base;
    private final LibraryTypes types;
    private final MessagePool pool = new MessagePool();
    /** Refers to the buffers of operations under way. */
    private Object users;

    private LibraryWindow(LibraryGroup group, long handle, long locks, MemorySegment base) {
        this.group = group;
        this.windows = group.windows();
        this.handle = handle;
        this.locks = locks;
        this.base = base;
        types = new LibraryTypes(windows);
    }

    /**
     * Makes the window. All ranks call this.
     *
     * @param base the program's memory; null if the library allocates it
     * @param shared whether all ranks map all memory, so that the library must allocate it
     * @param contiguous whether the memory of each rank then begins where the memory of the rank before ends
     * @param arena ends memory that the library has allocated, and is closed before {@link #close} is called
     * @return null if there is no library that can do this, or too little memory that ranks share
     */
    static LibraryWindow make(Communicator comm, MemorySegment base, long[] sizes, boolean shared, boolean contiguous,
                              Arena arena) {
        LibraryGroup group = sizes.length == 1 ? null
            : comm.live().get().libraryGroup(comm.membership().context);
        if (group == null || base == null
            && comm.groupExchange().maximum(hasRoom(comm, sizes) ? 0 : 1) != 0) {
            return null;
        }
        LibraryGroup.Wait wait = group.begin();
        try {
            LibraryWindow made = made(group, base, sizes[comm.membership().rank], shared, contiguous, arena);
            if (made.windows.isUnified(made.handle)) {
                group.keep(made);
                return made;
            }
            made.free();
            return null;
        } catch (LibraryException e) {
            throw new EngineException(e);
        } finally {
            group.end(wait);
        }
    }

    private static LibraryWindow made(LibraryGroup group, MemorySegment base, long bytes, boolean shared,
                                      boolean contiguous, Arena arena) {
        LibraryWindows windows = group.windows();
        long handle;
        MemorySegment memory = base;
        if (base != null) {
            memory = base.asSlice(0, bytes);
            handle = windows.create(memory.address(), bytes, group.handle());
        } else {
            LibraryWindows.Allocated allocated = shared
                ? windows.allocateShared(bytes, contiguous, group.handle()) : windows.allocate(bytes, group.handle());
            handle = allocated.window();
            memory = scoped(allocated.address(), bytes, arena).fill((byte) 0);
        }
        LibraryWindows.Allocated locks = windows.allocate(LibraryLock.BYTES, group.handle());
        scoped(locks.address(), LibraryLock.BYTES, arena).fill((byte) 0);
        windows.sync(handle);
        windows.sync(locks.window());
        return new LibraryWindow(group, handle, locks.window(), memory);
    }

    /** Memory that the library has allocated. An access after the arena has ended gets an exception. */
    @SuppressWarnings("restricted")
    private static MemorySegment scoped(long address, long bytes, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }

    /**
     * Whether the memory that the ranks of this host want fits into the memory that processes can share. A library
     * would not find out: it reserves addresses, and the process is ended when it uses them.
     */
    private static boolean hasRoom(Communicator comm, long[] sizes) {
        int[] group = comm.membership().group;
        int host = comm.job().hostOf(group, comm.membership().rank);
        double wanted = 0;
        for (int rank = 0; rank < sizes.length; rank++) {
            wanted += comm.job().hostOf(group, rank) == host ? sizes[rank] : 0;
        }
        try {
            return wanted < Files.getFileStore(SHARED_MEMORY).getUsableSpace();
        } catch (IOException e) {
            return false;
        }
    }

    /** Keeps an object from the collector as long as the window exists, even if the program forgets the window. */
    void keep(Object targets) {
        users = targets;
    }

    LibraryWindows windows() {
        return windows;
    }

    LibraryGroup group() {
        return group;
    }

    LibraryTypes types() {
        return types;
    }

    /** The library's window. */
    long handle() {
        return handle;
    }

    /** The library's window with the locks. */
    long locks() {
        return locks;
    }

    /** This rank's memory. */
    MemorySegment base() {
        return base;
    }

    /** The memory of another rank of a shared window. */
    MemorySegment shared(int rank, long bytes, Arena arena) {
        return bytes == 0 ? MemorySegment.NULL : scoped(windows.address(rank, handle), bytes, arena);
    }

    /** Memory off the heap for elements of buffers on the heap. */
    MemorySegment take(long bytes) {
        synchronized (pool) {
            return pool.take(Math.max(1, bytes));
        }
    }

    void give(MemorySegment memory) {
        synchronized (pool) {
            pool.give(memory);
        }
    }

    /** See {@link LibraryWindows#sync}. */
    void sync() {
        windows.sync(handle);
    }

    /** Waits until all operations on a rank are complete there. */
    void flush(int rank, long window) {
        group.enter();
        try {
            windows.flush(rank, window);
        } finally {
            group.leave();
        }
    }

    /** Waits until the buffers of all operations on a rank may be used again. */
    void flushLocal(int rank) {
        group.enter();
        try {
            windows.flushLocal(rank, handle);
        } finally {
            group.leave();
        }
    }

    /** Frees the window. All ranks call this. */
    @Override
    public void close() {
        LibraryGroup.Wait wait = group.begin();
        try {
            free();
        } catch (LibraryException e) {
            throw new EngineException(e);
        } finally {
            group.end(wait);
        }
        group.forget(this);
        pool.close();
    }

    private void free() {
        types.close();
        windows.free(locks);
        windows.free(handle);
    }
}
