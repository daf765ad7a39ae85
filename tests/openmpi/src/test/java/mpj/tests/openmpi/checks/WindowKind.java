package mpj.tests.openmpi.checks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** The ways in which a window gets its memory. */
enum WindowKind {
    BUFFER, SEGMENT, ALLOCATED, SHARED, DYNAMIC;

    /** Whether the ranks share memory. All ranks find this out together, once. */
    private static final boolean SHARES = shares();

    /**
     * A window and this rank's memory in it, which is 0 throughout.
     *
     * @param unit the unit of displacements, the same on all ranks
     */
    record Opened(WindowKind kind, Win win, MemorySegment memory, int unit) {
        /** The displacement of a byte. */
        long disp(long at) {
            return at / unit;
        }
    }

    /** What a check does with a window of each kind. */
    interface Body {
        void run(Opened window) throws Throwable;
    }

    private static boolean shares() {
        try {
            Win.allocateShared(1, 1, MPI.INFO_NULL, World.COMM).free();
            return true;
        } catch (MPIException e) {
            if (e.getErrorClass() != MPI.ERR_RMA_SHARED) {
                throw e;
            }
            return false;
        }
    }

    /** Whether there are windows of this kind over the transport of this job. */
    boolean isSupported() {
        return this != SHARED || SHARES;
    }

    /** Runs the check with a window of each kind, which all ranks of the world make. A failure names the kind. */
    static void each(long bytes, int unit, Body body) {
        for (WindowKind kind : values()) {
            if (kind.isSupported()) {
                kind.with(World.COMM, bytes, unit, body);
            }
        }
    }

    /** Runs the check with one window. */
    void with(Comm comm, long bytes, int unit, Body body) {
        try {
            Opened window = open(comm, bytes, unit);
            comm.barrier();
            body.run(window);
            window.win.free();
        } catch (Throwable e) {
            throw new AssertionError(this + ": " + e, e);
        }
    }

    private Opened open(Comm comm, long bytes, int unit) {
        return switch (this) {
            case BUFFER -> {
                ByteBuffer base = MPI.newByteBuffer((int) bytes);
                yield new Opened(this, new Win(base, (int) bytes, unit, MPI.INFO_NULL, comm),
                    MemorySegment.ofBuffer(base), unit);
            }
            case SEGMENT -> {
                MemorySegment base = Arena.ofAuto().allocate(bytes, Long.BYTES);
                yield new Opened(this, Win.create(base, unit, MPI.INFO_NULL, comm), base, unit);
            }
            case ALLOCATED -> of(Win.allocate(bytes, unit, MPI.INFO_NULL, comm), unit);
            case SHARED -> of(Win.allocateShared(bytes, unit, MPI.INFO_NULL, comm), unit);
            case DYNAMIC -> {
                MemorySegment base = Arena.ofAuto().allocate(bytes, Long.BYTES);
                Win win = new Win(MPI.INFO_NULL, comm);
                win.attach(base);
                yield new Opened(this, win, base, 1);
            }
        };
    }

    private Opened of(Win win, int unit) {
        return new Opened(this, win, win.getSegment(), unit);
    }
}
