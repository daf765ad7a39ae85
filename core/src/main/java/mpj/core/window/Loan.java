package mpj.core.window;

import java.lang.foreign.MemorySegment;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Payload;

/**
 * A buffer of an origin, for one operation of a library's window. Memory off the heap is lent to the library. Elements
 * on the heap are copied to or from memory off the heap, since the collector may move them at any time.
 */
final class Loan {
    final LibraryTypes.Items items;
    /** What the library reads or writes instead of the buffer; null if the buffer is lent. */
    final MemorySegment copy;
    /** Keeps the buffer's memory alive. */
    private final Local local;
    private final long bytes;
    private final boolean isResult;

    private Loan(LibraryTypes.Items items, MemorySegment copy, Local local, long bytes, boolean isResult) {
        this.items = items;
        this.copy = copy;
        this.local = local;
        this.bytes = bytes;
        this.isResult = isResult;
    }

    /** A buffer whose first bytes of elements the library reads or writes as bytes, wherever they lie. */
    static Loan ofBytes(LibraryWindow library, Local local, long bytes, boolean isResult) {
        return local.buffer() instanceof NoncontiguousBuffer blocks && blocks.isNative() && bytes == local.bytes()
            ? new Loan(library.types().in(checked(blocks), bytes), null, local, bytes, isResult)
            : of(library, local, bytes, library.windows().bytes(), 1, isResult);
    }

    /** A buffer whose elements the library reads or writes as adjacent elements of their type. */
    static Loan ofElements(LibraryWindow library, Local local, boolean isResult) {
        return of(library, local, local.bytes(), library.types().of(local.type()), local.type().bytes(), isResult);
    }

    /** The same for a single element, which the library handles as a number of this datatype. */
    static Loan ofNumber(LibraryWindow library, Local local, long datatype, boolean isResult) {
        return of(library, local, local.bytes(), datatype, (int) local.bytes(), isResult);
    }

    private static Loan of(LibraryWindow library, Local local, long bytes, long datatype, int unit, boolean isResult) {
        if (local.buffer() instanceof MemorySegment segment && segment.isNative()) {
            return new Loan(new LibraryTypes.Items(checked(segment).address() + local.from(), bytes / unit, datatype,
                true), null, local, bytes, isResult);
        }
        MemorySegment copy = library.take(bytes);
        if (!isResult) {
            Payload.write(local.buffer(), local.type(), local.from(), copy, 0, bytes);
        }
        return new Loan(new LibraryTypes.Items(copy.address(), bytes / unit, datatype, true), copy, local, bytes,
            isResult);
    }

    private static NoncontiguousBuffer checked(NoncontiguousBuffer blocks) {
        checked((MemorySegment) blocks.buffer());
        return blocks;
    }

    /** Memory that this thread may use. The library gets an address only, so the JVM does not check this. */
    private static MemorySegment checked(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("a buffer's arena is closed");
        }
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("a buffer belongs to another thread");
        }
        return segment;
    }

    /** The number of bytes that were copied, or are to be copied. */
    long copied() {
        return copy == null ? 0 : copy.byteSize();
    }

    /** Ends the loan after the operation: results are copied to where they belong. */
    void end(LibraryWindow library, boolean isOver) {
        if (copy != null) {
            if (isOver && isResult) {
                Payload.read(local.buffer(), local.type(), local.from(), copy, 0, bytes);
            }
            library.give(copy);
        }
    }
}
