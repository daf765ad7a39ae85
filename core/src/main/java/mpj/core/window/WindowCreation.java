package mpj.core.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.core.collective.GroupExchange;
import mpj.core.comm.Communicator;
import mpj.core.comm.Info;
import mpj.core.group.Membership;
import mpj.core.message.BufferArgument;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Makes a window. All ranks tell each other which memory they have, and whether their arguments are right. In the end
 * all of them have the window, or none has it.
 */
final class WindowCreation {
    private static final int RIGHT = 0;
    /**
     * The number of ints that a rank tells: whether its arguments are right, the size in two ints, the unit, the
     * flavor, and whether the memory that ranks share is to be contiguous.
     */
    private static final int TOLD = 6;
    private static final int FLAVOR_AT = 4;
    private static final int CONTIGUOUS_AT = 5;
    /** More than any machine has. The sum of the sizes of 65,535 ranks does not overflow. */
    private static final long MOST_BYTES = 1L << 47;

    private final Window.Flavor flavor;
    private final MemorySegment base;
    private final long bytes;
    private final long unit;
    private final Info hints;
    /** What the API has found wrong; or null. */
    private final EngineException found;

    /**
     * What the ranks have agreed on.
     *
     * @param contiguous whether the memory of a rank begins where the memory of the rank before ends, if the ranks
     *     share memory. This is so unless all of them want it otherwise
     */
    record Agreed(Communicator comm, long[] sizes, int[] units, boolean contiguous) {
    }

    /** @param base the program's memory; null if the library allocates it, or if there is none */
    WindowCreation(Window.Flavor flavor, MemorySegment base, long bytes, long unit, Info hints) {
        this(flavor, base, bytes, unit, hints, null);
    }

    /** The part of a rank whose arguments the API has found wrong. The other ranks learn of this. */
    static WindowCreation wrong(EngineException found) {
        return new WindowCreation(Window.Flavor.ALLOCATE, null, 0, 1, Info.none(), found);
    }

    private WindowCreation(Window.Flavor flavor, MemorySegment base, long bytes, long unit, Info hints,
                           EngineException found) {
        this.found = found;
        this.flavor = flavor;
        this.base = base;
        this.bytes = bytes;
        this.unit = unit;
        this.hints = hints;
    }

    private EngineException wrong() {
        if (found != null) {
            return found;
        }
        if (unit <= 0) {
            return new EngineException(ErrorClass.ERR_DISP, "dispUnit is " + unit + "; it must be positive");
        }
        if (unit > Integer.MAX_VALUE) {
            return new EngineException(ErrorClass.ERR_DISP, "dispUnit is " + unit + " bytes; it may be at most "
                + Integer.MAX_VALUE + " bytes");
        }
        if (bytes < 0) {
            return new EngineException(ErrorClass.ERR_SIZE, "size is " + bytes + "; it must not be negative");
        }
        if (bytes > MOST_BYTES) {
            return new EngineException(ErrorClass.ERR_NO_MEM, "size is " + bytes + " bytes; a process can have at most "
                + MOST_BYTES);
        }
        if (hints == null) {
            return new EngineException(ErrorClass.ERR_INFO, "info is null; pass MPI.INFO_NULL if there is none");
        }
        if (base != null && base.byteSize() < bytes) {
            return new EngineException(ErrorClass.ERR_SIZE, "size is " + bytes + " bytes, but base has only "
                + base.byteSize());
        }
        return base == null ? null : wrong(base);
    }

    /** The program's memory, which may be of length 0; null if the library allocates the memory. */
    MemorySegment base() {
        return base == null && flavor == Window.Flavor.CREATE ? MemorySegment.NULL : base;
    }

    /** Checks memory that a program adds to a window, and returns it. */
    static MemorySegment checkedBase(MemorySegment memory) {
        EngineException wrong = memory == null
            ? new EngineException(ErrorClass.ERR_BUFFER, "base is null; pass memory") : wrong(memory);
        if (wrong != null) {
            throw wrong;
        }
        return memory;
    }

    private static EngineException wrong(MemorySegment base) {
        if (!base.isNative()) {
            return new EngineException(ErrorClass.ERR_BUFFER, "base is on the heap, where the collector moves it; pass"
                + " a direct buffer or a native MemorySegment, or let the library allocate the memory");
        }
        if (!base.scope().isAlive()) {
            return new EngineException(ErrorClass.ERR_BUFFER, "base is a segment whose arena is closed; close an"
                + " arena only after the window is freed");
        }
        if (base.isReadOnly()) {
            return new EngineException(ErrorClass.ERR_BUFFER, "base is read-only; a window's memory is writable");
        }
        if (base.byteSize() > MOST_BYTES) {
            return new EngineException(ErrorClass.ERR_SIZE, "base has " + base.byteSize() + " bytes; a process can have"
                + " at most " + MOST_BYTES + ": pass a slice with the bytes that belong to the window");
        }
        if (!BufferArgument.isConfined(base)) {
            return null;
        }
        return new EngineException(ErrorClass.ERR_BUFFER, "base is a segment of"
            + " an arena that is confined to one thread; other threads serve the window: take Arena.ofShared() or"
            + " Arena.ofAuto()");
    }

    /** Whether this rank wants shared memory to be contiguous: by default, as MPI says. */
    private boolean isContiguous() {
        return hints == null || hints.isNull() || !"true".equals(hints.get("alloc_shared_noncontig"));
    }

    /** All ranks of the communicator call this. */
    Agreed agree(Communicator parent) {
        if (parent.isInter()) {
            throw new EngineException(ErrorClass.ERR_COMM, "comm is an intercommunicator; a window needs one group");
        }
        EngineException wrong = wrong();
        Communicator comm = parent.creation().duplicate();
        comm.errors().throwAll();
        Membership membership = comm.membership();
        GroupExchange exchange = comm.groupExchange();
        int[] told = exchange.allgather(new int[] {wrong == null ? RIGHT : wrong.error().code(),
            (int) (bytes >>> Integer.SIZE), (int) bytes, (int) unit, flavor.ordinal(), isContiguous() ? 1 : 0});
        int size = membership.group.length;
        long[] sizes = new long[size];
        int[] units = new int[size];
        boolean contiguous = false;
        for (int rank = 0; rank < size; rank++) {
            int at = rank * TOLD;
            if (wrong == null && (told[at] != RIGHT || told[at + FLAVOR_AT] != flavor.ordinal())) {
                wrong = told[at] != RIGHT
                    ? new EngineException(ErrorClass.of(told[at]), "rank " + rank + " of comm cannot make the window;"
                        + " its own error says why")
                    : new EngineException(ErrorClass.ERR_RMA_FLAVOR, "this rank makes a window of kind " + flavor
                        + ", and rank " + rank + " of comm one of kind "
                        + Window.Flavor.values()[told[at + FLAVOR_AT]] + "; make the calls equal");
            }
            sizes[rank] = (long) told[at + 1] << Integer.SIZE | Integer.toUnsignedLong(told[at + 2]);
            units[rank] = told[at + 3];
            contiguous |= told[at + CONTIGUOUS_AT] != 0;
        }
        if (wrong != null) {
            comm.free();
            throw wrong;
        }
        return new Agreed(comm, sizes, units, contiguous);
    }

    /**
     * The part of the program's memory that is in the window, or new memory that ends with the arena. All ranks call
     * this. Afterwards all of them have their memory, or the call has failed in all of them.
     *
     * @param shared the memory that this rank shares with others of its host already; or null
     */
    MemorySegment memory(Communicator comm, Arena arena, MemorySegment shared) {
        if (base != null) {
            return base.asSlice(0, bytes);
        }
        if (flavor != Window.Flavor.ALLOCATE && flavor != Window.Flavor.SHARED) {
            return MemorySegment.NULL;
        }
        EngineException lack = null;
        MemorySegment memory = shared;
        try {
            memory = shared != null ? shared : bytes == 0 ? MemorySegment.NULL
                : comm.live().get().allocate(bytes, arena);
        } catch (OutOfMemoryError | IllegalArgumentException e) {
            lack = new EngineException(ErrorClass.ERR_NO_MEM, bytes + " bytes cannot be allocated (" + e.getMessage()
                + "); free what is no longer needed, or allow the JVM more with -XX:MaxDirectMemorySize=", e);
        }
        if (comm.groupExchange().maximum(lack == null ? 0 : 1) != 0) {
            comm.free();
            throw lack != null ? lack : new EngineException(ErrorClass.ERR_NO_MEM, "another rank of comm has no memory"
                + " for the window; its own error says why");
        }
        return memory;
    }
}
