package mpj.core.file;

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
 * @param swapped whether the stream has the elements in external32, and the buffer has them in another byte order.
 *     Bytes are swapped when they are copied, so nothing is as long as the stream. A part of such a stream must be
 *     copied
 */
record Stream(Object buffer, ElementType type, long from, long bytes, TypeDescriptor datatype, boolean swapped) {
    /** How many bytes are swapped at once on their way into the buffer. */
    private static final int SWAPPED = 64 << 10;


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
            datatype.bytes(count), datatype, false);
    }

    /** The whole of a memory off the heap. */
    static Stream of(MemorySegment memory, TypeDescriptor datatype) {
        return new Stream(memory, ElementType.BYTE, 0, memory.byteSize(), datatype, false);
    }

    /** The stream as it lies in a file. */
    Stream in(Representation representation) {
        return representation != Representation.EXTERNAL32 || !ByteSwap.isNeeded(datatype) ? this
            : new Stream(buffer, type, from, bytes, datatype, true);
    }

    /** Throws if only one thread may access the buffer, because other threads are to read or write it. */
    Stream forAnyThread() {
        Object memory = buffer instanceof NoncontiguousBuffer blocks ? blocks.buffer() : buffer;
        if (memory instanceof MemorySegment segment && BufferArgument.isConfined(segment)) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "buf is a segment of an arena that is confined to one"
                + " thread; an operation that goes on after the call needs one of Arena.ofShared() or Arena.ofAuto()");
        }
        return this;
    }

    /** The stream's memory if it is one piece off the heap; otherwise null. */
    MemorySegment direct() {
        return !swapped && buffer instanceof MemorySegment segment && segment.isNative() ? segment.asSlice(from, bytes)
            : null;
    }

    /**
     * The memory of a part of the stream if it is one piece, on the heap or off it; otherwise null. The engine copies
     * between it and a window as it copies packets, without asking whether the memory is still there. So this asks.
     */
    MemorySegment piece(long position, long length) {
        if (swapped || buffer instanceof NoncontiguousBuffer || type == ElementType.BOOLEAN) {
            return null;
        }
        MemorySegment memory = BufferMemory.view(buffer, type);
        if (!memory.scope().isAlive()) {
            throw new IllegalStateException("Already closed");
        }
        return memory.asSlice(from + position, length);
    }

    /** A part of the buffer. It may begin and end within an element. */
    Stream part(long position, long length) {
        if ((from + position | length) % type.bytes() == 0 || buffer instanceof MemorySegment) {
            return new Stream(buffer, type, from + position, length, datatype, false);
        }
        Object bytewise = buffer instanceof NoncontiguousBuffer blocks
            ? new NoncontiguousBuffer(BufferMemory.view(blocks.buffer(), type), blocks.layout(), blocks.origin())
            : BufferMemory.view(buffer, type);
        return new Stream(bytewise, ElementType.BYTE, from + position, length, datatype, false);
    }

    /** Copies a part of the stream into memory. */
    void copyTo(long position, MemorySegment memory, long at, long length) {
        if (!swapped) {
            copyAsItIs(position, memory, at, length);
            return;
        }
        long distance = at - position;
        ByteSwap.parts(datatype, position, length, new ByteSwap.Parts() {
            @Override
            public void whole(long start, long bytes, int element) {
                copyAsItIs(start, memory, start + distance, bytes);
                ByteSwap.swap(memory, start + distance, bytes, element);
            }

            @Override
            public void single(long start, long other) {
                copyAsItIs(other, memory, start + distance, 1);
            }
        });
    }

    private void copyAsItIs(long position, MemorySegment memory, long at, long length) {
        Stream part = part(position, length);
        Payload.write(part.buffer, part.type, part.from, memory, at, length);
    }

    /** Copies memory into a part of the stream. The memory does not change, because other ranks may need it. */
    void copyFrom(long position, MemorySegment memory, long at, long length) {
        if (!swapped) {
            fillAsItIs(position, memory, at, length);
            return;
        }
        long distance = at - position;
        MemorySegment passing = MemorySegment.ofArray(new byte[(int) Math.min(SWAPPED, length)]);
        ByteSwap.parts(datatype, position, length, new ByteSwap.Parts() {
            @Override
            public void whole(long start, long bytes, int element) {
                for (long done = 0; done < bytes; done += SWAPPED) {
                    long some = Math.min(SWAPPED, bytes - done);
                    MemorySegment.copy(memory, start + done + distance, passing, 0, some);
                    ByteSwap.swap(passing, 0, some, element);
                    fillAsItIs(start + done, passing, 0, some);
                }
            }

            @Override
            public void single(long start, long other) {
                fillAsItIs(other, memory, start + distance, 1);
            }
        });
    }

    private void fillAsItIs(long position, MemorySegment memory, long at, long length) {
        Stream part = part(position, length);
        Payload.read(part.buffer, part.type, part.from, memory, at, length);
    }

    /** Tells an operation that this many bytes were moved. */
    void tell(ExternalOperation operation, long moved) {
        operation.moved(datatype.code(), moved / datatype.elementBytes(), moved);
    }
}
