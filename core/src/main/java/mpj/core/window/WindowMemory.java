package mpj.core.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import mpj.core.comm.Communicator;
import mpj.core.group.Membership;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The memory of a window that this process sees: the memory of its own rank, and the memory that the ranks of its host
 * share.
 */
final class WindowMemory implements AutoCloseable {
    private static final long PAGE = 4096;

    private final Window.Flavor flavor;
    private final int own;
    private final WindowCreation.Agreed agreed;
    private final WindowArena end;
    /** The memory that the ranks of this host have in common; or null. */
    private final HostMemory host;
    /** The library's window; null if the window is not a library's. */
    private final LibraryWindow library;
    private final MemorySegment base;
    private final WordWaits waits;
    private final Exposure exposure;
    private final MemoryLocks locks;
    /** Null if no device is to reach the memory. */
    private final ExposedWindow exposed;

    /**
     * Makes the memory. All ranks call this. If one of them gets none, the others give theirs back.
     */
    WindowMemory(WindowCreation creation, WindowCreation.Agreed agreed, Window.Flavor flavor) {
        this.flavor = flavor;
        this.agreed = agreed;
        Communicator comm = agreed.comm();
        own = comm.membership().rank;
        Membership membership = comm.membership();
        waits = new WordWaits(comm.live(), membership.context.window(), membership.group, membership.group[own]);
        end = new WindowArena(comm.live());
        Arena arena = end.arena();
        try {
            library = mayBeOfLibrary(comm) ? LibraryWindow.make(comm, creation.base(), agreed.sizes(),
                flavor == Window.Flavor.SHARED, agreed.contiguous(), arena) : null;
            HostMemory shared = library == null && (flavor == Window.Flavor.ALLOCATE || flavor == Window.Flavor.SHARED)
                ? HostMemory.share(comm, agreed.sizes(), agreed.contiguous(), arena) : null;
            checkShared(comm, shared);
            base = library != null ? library.base()
                : creation.memory(comm, arena, shared == null ? null : shared.memory(own));
            exposure = flavor == Window.Flavor.DYNAMIC ? Exposure.dynamic() : Exposure.of(base);
            locks = shared != null ? shared.locks(own) : new MemoryLocks(arena.allocate(MemoryLocks.BYTES, PAGE));
            host = shared;
            exposed = isServed() && flavor != Window.Flavor.DYNAMIC
                ? new ExposedWindow(comm, base, flavor == Window.Flavor.ALLOCATE) : null;
        } catch (RuntimeException | Error e) {
            end.close();
            throw e;
        }
    }

    /**
     * Whether a library can make the window. Libraries do not check the addresses in dynamic windows, and all ranks of
     * a shared window must be on one host.
     */
    private boolean mayBeOfLibrary(Communicator comm) {
        int[] group = comm.membership().group;
        return flavor != Window.Flavor.DYNAMIC && (flavor != Window.Flavor.SHARED
            || IntStream.range(0, group.length)
                .allMatch(rank -> comm.job().hostOf(group, rank) == comm.job().hostOf(group, own)));
    }

    private void checkShared(Communicator comm, HostMemory shared) {
        int size = agreed.sizes().length;
        if (flavor == Window.Flavor.SHARED && size > 1 && library == null && (shared == null || shared.size() < size)) {
            comm.free();
            throw new EngineException(ErrorClass.ERR_RMA_SHARED, "the ranks of comm cannot share "
                + LongStream.of(agreed.sizes()).sum() + " bytes: they are on several hosts, or their transport has no"
                + " shared memory, or not enough; split comm with splitType(TYPE_SHARED), use a transport such as shm,"
                + " and make /dev/shm larger if it is full");
        }
    }

    /** The way to the memory of each rank. */
    Target[] targets() {
        Communicator comm = agreed.comm();
        Membership membership = comm.membership();
        Messages messages = new Messages(comm.live(), membership.context.window());
        Target[] targets = new Target[membership.group.length];
        for (int rank = 0; rank < targets.length; rank++) {
            long bytes = flavor == Window.Flavor.DYNAMIC ? Long.MAX_VALUE : agreed.sizes()[rank];
            int unit = agreed.units()[rank];
            if (library != null) {
                targets[rank] = new LibraryTarget(rank, rank == own, bytes, unit, library, waits);
            } else if (rank == own) {
                targets[rank] = new MappedTarget(rank, bytes, unit, exposure, locks, waits);
            } else if (isSeen(rank)) {
                targets[rank] = new MappedTarget(rank, bytes, unit, Exposure.of(host.memory(rank)),
                    host.locks(rank), waits);
            } else {
                targets[rank] = new RemoteTarget(rank, membership.group[rank], bytes, unit, messages,
                    exposed == null ? null : exposed.access(rank));
            }
        }
        if (library != null) {
            library.keep(targets);
        }
        return targets;
    }

    /** Whether some ranks do not see each other's memory, so that requests are served. */
    boolean isServed() {
        for (int rank = 0; rank < agreed.sizes().length; rank++) {
            if (!isSeen(rank)) {
                return true;
            }
        }
        return false;
    }

    /** Whether operations may be under way when they return. */
    boolean isFlushed() {
        return library != null || isServed();
    }

    /**
     * Whether other ranks may need this rank's progress to reach its memory. A library needs it, unless all ranks map
     * the memory.
     */
    boolean needsProgress() {
        return library != null ? flavor != Window.Flavor.SHARED : isServed();
    }

    /**
     * The context of the messages by which the ranks synchronise. All ranks of a window depend on each other, so these
     * messages must fail if any rank of the window is lost. A library knows only the point-to-point messages.
     */
    int syncContext() {
        Context context = agreed.comm().membership().context;
        return library != null ? context.pointToPoint() : context.window();
    }

    /** How to wait for words in the memory of this window's ranks. */
    WordWaits waits() {
        return waits;
    }

    /** Lets a library order this rank's own loads and stores, and the operations of others. */
    void sync() {
        if (library != null) {
            library.sync();
        }
    }

    private boolean isSeen(int rank) {
        return rank == own || library != null || host != null && host.has(rank);
    }

    /** This rank's memory; of length 0 if it has none. */
    MemorySegment base() {
        return base;
    }

    /** The memory of a rank, in a window that all ranks share. */
    MemorySegment shared(int rank) {
        return library != null ? library.shared(rank, agreed.sizes()[rank], end.arena())
            : host == null ? base : host.memory(rank);
    }

    Exposure exposure() {
        return exposure;
    }

    /** The service for ranks that do not see this rank's memory. */
    Service service() {
        Communicator comm = agreed.comm();
        return new Service(comm.live().get().stepMessages(), comm.membership().context.window(), own, exposure,
            locks);
    }

    /** Ends the memory that the library has allocated. An access after that gets an exception. */
    @Override
    public void close() {
        if (exposed != null) {
            exposed.close();
        }
        end.close();
        if (library != null) {
            library.close();
        }
    }

    /** Whether no other process can reach the memory through this process, or through a library. */
    boolean isOnlySeen() {
        return library == null && !isServed();
    }
}
