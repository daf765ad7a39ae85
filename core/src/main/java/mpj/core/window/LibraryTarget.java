package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.engine.ExternalOperation;
import mpj.engine.Operation;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryWindows;
import mpj.transport.spi.MessageLibrary.Reduction;
import mpjbuf.layout.ElementType;

/**
 * Memory that a library reaches. Its operations are over when a flush has returned, so until then this keeps what they
 * read and write. The library has no operations for items of two elements, such as MPI.INT2 and MPI.DOUBLE_COMPLEX, as
 * this library lays them out. Accumulates of such items read, combine and write them under a lock of the target.
 */
final class LibraryTarget extends Target {
    /** The most operations, and the most bytes copied for them, that may be under way at once. */
    private static final int MOST = 4096;
    private static final long MOST_BYTES = 32L << 20;
    private static final Reduction[] REDUCTIONS = Reduction.values();

    private final LibraryWindow library;
    private final LibraryWindows windows;
    private final LibraryLock lock;
    private final WordWaits waits;
    private final boolean own;
    private final Stage stage = new Stage();
    private final ArrayDeque<UnderWay> underWay = new ArrayDeque<>();
    private long copied;
    /** How many operations were started, and how many of them are known to be complete at the target. */
    private long started;
    private long done;

    /** MPI has no other operations on booleans, which are 0 or 1 here. */
    private static Reduction logical(OpDescriptor op) {
        return op == OpDescriptor.BAND || op == OpDescriptor.MIN ? Reduction.LAND
            : op == OpDescriptor.BOR || op == OpDescriptor.MAX ? Reduction.LOR
            : op == OpDescriptor.BXOR ? Reduction.LXOR : REDUCTIONS[op.number()];
    }

    /** An operation, and the buffers that it uses. */
    private static final class UnderWay {
        private final Loan[] loans;
        private long number;
        private boolean over;

        UnderWay(Loan... loans) {
            this.loans = loans;
        }

        /** Called when its request is complete, and when a flush has completed it, whichever comes first. */
        synchronized void end(LibraryWindow library) {
            if (!over) {
                over = true;
                finish(library, true);
            }
        }

        private void finish(LibraryWindow library, boolean isOver) {
            for (Loan loan : loans) {
                loan.end(library, isOver);
            }
        }

        /** Ends its datatypes, after the library has been called. */
        private void release(LibraryTypes types) {
            for (Loan loan : loans) {
                types.release(loan.items);
            }
        }

        private long copied() {
            long bytes = 0;
            for (Loan loan : loans) {
                bytes += loan.copied();
            }
            return bytes;
        }
    }

    /** Calls the library for an operation. */
    private interface Call {
        long start();
    }

    /** @param own whether this is the calling rank's own memory */
    LibraryTarget(int rank, boolean own, long bytes, int unit, LibraryWindow library, WordWaits waits) {
        super(rank, bytes, unit);
        this.own = own;
        this.library = library;
        this.waits = waits;
        windows = library.windows();
        lock = new LibraryLock(library, rank);
    }

    // ------------------------------------------------------------------------------------------- operations

    @Override
    Operation put(Local origin, Place place) {
        return put(origin, place, false);
    }

    @Override
    Operation startPut(Local origin, Place place) {
        return put(origin, place, true);
    }

    private Operation put(Local origin, Place place, boolean requested) {
        LibraryTypes.Items to = library.types().in(place, origin.bytes(), null);
        Loan loan = Loan.ofBytes(library, origin, origin.bytes(), false);
        LibraryTypes.Items from = loan.items;
        return begun(new UnderWay(loan), to, place.datatype(), origin.bytes(), requested, () -> {
            if (requested) {
                return windows.startPut(from.at(), from.items(), from.datatype(), rank, to.at(), to.items(),
                    to.datatype(), library.handle());
            }
            windows.put(from.at(), from.items(), from.datatype(), rank, to.at(), to.items(), to.datatype(),
                library.handle());
            return 0;
        });
    }

    @Override
    Operation get(Local origin, Place place) {
        return get(origin, place, false);
    }

    @Override
    Operation startGet(Local origin, Place place) {
        return get(origin, place, true);
    }

    private Operation get(Local origin, Place place, boolean requested) {
        LibraryTypes.Items from = library.types().in(place, place.bytes(), null);
        Loan loan = Loan.ofBytes(library, origin, place.bytes(), true);
        LibraryTypes.Items to = loan.items;
        return begun(new UnderWay(loan), from, place.datatype(), place.bytes(), requested, () -> {
            if (requested) {
                return windows.startGet(to.at(), to.items(), to.datatype(), rank, from.at(), from.items(),
                    from.datatype(), library.handle());
            }
            windows.get(to.at(), to.items(), to.datatype(), rank, from.at(), from.items(), from.datatype(),
                library.handle());
            return 0;
        });
    }

    @Override
    Operation accumulate(Local origin, Local result, Place place, OpDescriptor op) {
        return accumulate(origin, result, place, op, false);
    }

    @Override
    Operation startAccumulate(Local origin, Local result, Place place, OpDescriptor op) {
        return accumulate(origin, result, place, op, true);
    }

    private Operation accumulate(Local origin, Local result, Place place, OpDescriptor op, boolean requested) {
        if (op == OpDescriptor.NO_OP && result == null) {
            return null;
        }
        if (place.datatype().unit() != null) {
            accumulateItems(origin, result, place, op);
            return null;
        }
        ElementType type = place.datatype().elementType();
        long element = library.types().of(type);
        long elements = place.bytes() / type.bytes();
        LibraryTypes.Items to = library.types().in(place, place.bytes(), type);
        Loan old = result == null ? null : Loan.ofElements(library, result, true);
        Loan loan = op == OpDescriptor.NO_OP ? null : Loan.ofElements(library, origin, false);
        long by = op == OpDescriptor.REPLACE ? windows.replace() : op == OpDescriptor.NO_OP ? windows.noOp()
            : windows.operation(type == ElementType.BOOLEAN ? logical(op) : REDUCTIONS[op.number()]);
        long from = loan == null ? old.items.at() : loan.items.at();
        UnderWay operation = loan == null ? new UnderWay(old) : old == null ? new UnderWay(loan)
            : new UnderWay(loan, old);
        return begun(operation, to, place.datatype(), place.bytes(), requested, () -> {
            if (old == null && requested) {
                return windows.startAccumulate(from, elements, element, rank, to.at(), to.items(), to.datatype(), by,
                    library.handle());
            }
            if (old == null) {
                windows.accumulate(from, elements, element, rank, to.at(), to.items(), to.datatype(), by,
                    library.handle());
            } else if (requested) {
                return windows.startGetAccumulate(from, old.items.at(), elements, element, rank, to.at(), to.items(),
                    to.datatype(), by, library.handle());
            } else if (elements == 1) {
                windows.fetchAndOp(from, old.items.at(), element, rank, to.at(), by, library.handle());
            } else {
                windows.getAccumulate(from, old.items.at(), elements, element, rank, to.at(), to.items(),
                    to.datatype(), by, library.handle());
            }
            return 0;
        });
    }

    /** Accumulates items of two elements. */
    private void accumulateItems(Local origin, Local result, Place place, OpDescriptor op) {
        long bytes = place.bytes();
        LibraryTypes.Items there = library.types().in(place, bytes, null);
        MemorySegment here = library.take(bytes);
        waits.until(lock::tryAccumulate);
        try {
            windows.get(here.address(), bytes, windows.bytes(), rank, there.at(), there.items(), there.datatype(),
                library.handle());
            library.flush(rank, library.handle());
            combine(origin, result, here, place.datatype(), bytes, op);
            if (op != OpDescriptor.NO_OP) {
                windows.put(here.address(), bytes, windows.bytes(), rank, there.at(), there.items(),
                    there.datatype(), library.handle());
                library.flush(rank, library.handle());
            }
        } finally {
            lock.endAccumulate();
            library.types().release(there);
        }
        library.give(here);
    }

    private void combine(Local origin, Local result, MemorySegment here, TypeDescriptor datatype, long bytes,
                         OpDescriptor op) {
        Accumulation accumulation = new Accumulation(op, datatype, stage);
        long piece = Accumulation.piece(datatype);
        for (long at = 0; at < bytes; at += piece) {
            long length = Math.min(piece, bytes - at);
            accumulation.apply(origin.buffer(), origin.from() + at, here, at, length,
                result == null ? null : result.buffer(), result == null ? null : result.type(),
                result == null ? 0 : result.from() + at);
        }
    }

    /** The library compares numbers without a fraction only, so every element is such a number here. */
    @Override
    Operation compareAndSwap(Local origin, Local compare, Local result, Place place) {
        long number = library.types().of(switch ((int) place.bytes()) {
            case Byte.BYTES -> ElementType.BYTE;
            case Short.BYTES -> ElementType.SHORT;
            case Integer.BYTES -> ElementType.INT;
            default -> ElementType.LONG;
        });
        LibraryTypes.Items there = library.types().in(place, place.bytes(), place.datatype().elementType());
        Loan old = Loan.ofNumber(library, result, number, true);
        Loan replacement = Loan.ofNumber(library, origin, number, false);
        Loan expected = Loan.ofNumber(library, compare, number, false);
        return begun(new UnderWay(replacement, expected, old), there, place.datatype(), place.bytes(), false, () -> {
            windows.compareAndSwap(replacement.items.at(), expected.items.at(), old.items.at(), number, rank,
                there.at(), library.handle());
            return 0;
        });
    }

    /** Starts an operation. Returns null if it is not requested; then a flush completes it. */
    private Operation begun(UnderWay operation, LibraryTypes.Items there, TypeDescriptor datatype, long bytes,
                            boolean requested, Call call) {
        long request;
        try {
            request = call.start();
        } catch (LibraryException e) {
            operation.finish(library, false);
            throw e;
        } finally {
            library.types().release(there);
            operation.release(library.types());
        }
        keep(operation);
        if (!requested) {
            return null;
        }
        ExternalOperation external = new ExternalOperation();
        external.moved(datatype.code(), bytes / datatype.elementBytes(), bytes);
        library.group().complete(request, external, () -> operation.end(library));
        return external;
    }

    /** Numbers an operation that the library has started, so that every later flush completes it. */
    private void keep(UnderWay operation) {
        boolean many;
        synchronized (this) {
            operation.number = ++started;
            underWay.add(operation);
            copied += operation.copied();
            many = underWay.size() >= MOST || copied >= MOST_BYTES;
        }
        if (many) {
            flushLocal();
        }
    }

    // ------------------------------------------------------------------------------------------- synchronisation

    @Override
    void lock(boolean exclusive) {
        waits.until(exclusive ? lock::tryExclusive : lock::tryShared);
        if (own) {
            library.sync();
        }
    }

    @Override
    Runnable startUnlock(boolean exclusive) {
        return () -> {
            FirstFailure failure = new FirstFailure();
            failure.in(this::flush);
            failure.in(() -> {
                if (own) {
                    library.sync();
                }
                lock.unlock(exclusive);
            });
            failure.raise();
        };
    }

    @Override
    synchronized Runnable startFlush() {
        return done == started ? null : this::flush;
    }

    private void flush() {
        long all;
        synchronized (this) {
            if (done == started) {
                return;
            }
            all = started;
        }
        library.flush(rank, library.handle());
        end(all);
        synchronized (this) {
            done = Math.max(done, all);
        }
    }

    @Override
    void flushLocal() {
        long all;
        synchronized (this) {
            if (underWay.isEmpty()) {
                return;
            }
            all = started;
        }
        library.flushLocal(rank);
        end(all);
    }

    /** Ends the operations that the library has completed. */
    private synchronized void end(long last) {
        underWay.removeIf(operation -> {
            if (operation.number > last) {
                return false;
            }
            operation.end(library);
            copied -= operation.copied();
            return true;
        });
    }
}
