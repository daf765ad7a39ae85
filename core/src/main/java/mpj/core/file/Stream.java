package mpj.core.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.core.message.BufferSegments;
import mpj.engine.BufferMemory;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Payload;
import mpjbuf.layout.ElementType;

/**
 * The items in a program's buffer as a stream of bytes. Any part of it can be copied, from any byte on.
 *
 * @param buffer in the form that the engine takes
 * @param type the type of the elements in the buffer
 * @param from where the stream starts in the buffer, in bytes
 * @param bytes how long the stream is
 * @param datatype the datatype of the items
 */
record Stream(Object buffer, ElementType type, long from, long bytes, TypeDescriptor datatype) {
    /** Never started. Memory that this thread may access is not confined to a single thread. */
    private static final Thread ANYBODY = Thread.ofPlatform().unstarted(() -> { });

    /** A buffer that is written to a file. */
    static Stream ofSource(Object buf, int offset, int count, TypeDescriptor datatype) {
        Object seen = BufferSegments.once(buf, datatype);
        BufferArgument.checkSend("buf", seen, offset, count, datatype);
        return of(seen, offset, count, datatype);
    }

    /** A buffer that is read into. */
    static Stream ofTarget(Object buf, int offset, int count, TypeDescriptor datatype) {
        Object seen = BufferSegments.once(buf, datatype);
        BufferArgument.checkReceive("buf", seen, offset, count, datatype);
        return of(seen, offset, count, datatype);
    }

    private static Stream of(Object buf, int offset, int count, TypeDescriptor datatype) {
        if (datatype.isObject() || buf instanceof mpjbuf.Buffer || buf instanceof Buffer) {
            throw new EngineException(ErrorClass.ERR_TYPE, "buf has items of " + datatype + "; a file has elements of"
                + " primitive types");
        }
        return new Stream(datatype.memory(buf, offset), datatype.elementType(), datatype.from(offset),
            datatype.bytes(count), datatype);
    }

    /** The whole of a memory off the heap. */
    static Stream of(MemorySegment memory, TypeDescriptor datatype) {
        return new Stream(memory, ElementType.BYTE, 0, memory.byteSize(), datatype);
    }

    /** Throws if only one thread may access the buffer, because other threads are to read or write it. */
    Stream forAnyThread() {
        Object memory = buffer instanceof NoncontiguousBuffer blocks ? blocks.buffer() : buffer;
        if (memory instanceof MemorySegment segment && !segment.isAccessibleBy(ANYBODY)) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "buf is a segment of an arena that is confined to one"
                + " thread; an operation that goes on after the call needs one of Arena.ofShared() or Arena.ofAuto()");
        }
        return this;
    }

    /** The stream's memory if it is one piece off the heap; otherwise null. */
    MemorySegment direct() {
        return buffer instanceof MemorySegment segment && segment.isNative() ? segment.asSlice(from, bytes) : null;
    }

    /**
     * The memory of a part of the stream if it is one piece, on the heap or off it; otherwise null. The engine copies
     * between it and a window as it copies packets, without asking whether the memory is still there. So this asks.
     */
    MemorySegment piece(long position, long length) {
        if (buffer instanceof NoncontiguousBuffer || type == ElementType.BOOLEAN) {
            return null;
        }
        MemorySegment memory = BufferMemory.view(buffer, type);
        if (!memory.scope().isAlive()) {
            throw new IllegalStateException("Already closed");
        }
        return memory.asSlice(from + position, length);
    }

    /** A part of the stream. It may begin and end within an element. */
    Stream part(long position, long length) {
        if ((from + position | length) % type.bytes() == 0 || buffer instanceof MemorySegment) {
            return new Stream(buffer, type, from + position, length, datatype);
        }
        Object bytewise = buffer instanceof NoncontiguousBuffer blocks
            ? new NoncontiguousBuffer(BufferMemory.view(blocks.buffer(), type), blocks.layout(), blocks.origin())
            : BufferMemory.view(buffer, type);
        return new Stream(bytewise, ElementType.BYTE, from + position, length, datatype);
    }

    /** Copies a part of the stream into memory. */
    void copyTo(long position, MemorySegment memory, long at, long length) {
        Stream part = part(position, length);
        Payload.write(part.buffer, part.type, part.from, memory, at, length);
    }

    /** Copies memory into a part of the stream. */
    void copyFrom(long position, MemorySegment memory, long at, long length) {
        Stream part = part(position, length);
        Payload.read(part.buffer, part.type, part.from, memory, at, length);
    }

    /** Tells an operation that this many bytes were moved. */
    void tell(ExternalOperation operation, long moved) {
        operation.moved(datatype.code(), moved / datatype.elementBytes(), moved);
    }

    /** A copy in the form of external32, to be written. */
    Stream converted(Arena arena) {
        MemorySegment copy = arena.allocate(bytes, Long.BYTES);
        copyTo(0, copy, 0, bytes);
        ByteSwap.swap(datatype, copy, bytes);
        return of(copy, datatype);
    }

    /** Copies elements that were read in external32 into the stream. */
    void convert(MemorySegment read, long length) {
        ByteSwap.swap(datatype, read, length);
        copyFrom(0, read, 0, length);
    }
}
