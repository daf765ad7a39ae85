package mpjbuf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

import mpjbuf.layout.Elements;
import mpjbuf.layout.SectionHeader;

/**
 * The memory of a buffer: a segment, or a {@link ByteBuffer} that is used as a segment. {@link RawBuffer} lists the
 * errors.
 */
public final class NIOBuffer implements RawBuffer {
    private static final Runnable KEPT_BY_GARBAGE_COLLECTOR = () -> { };

    private final int capacity;
    private final Runnable release;
    private MemorySegment segment;
    private ByteBuffer buffer;
    private ByteOrder encoding = ByteOrder.nativeOrder();

    /** Makes off-heap memory in which every byte is 0. It exists as long as it is reachable. */
    NIOBuffer(int capacity) {
        this(Arena.ofAuto().allocate(capacity, SectionHeader.ALIGNMENT), KEPT_BY_GARBAGE_COLLECTOR);
    }

    /**
     * Makes an object for the memory of a ByteBuffer, direct or not, from its index 0 on.
     *
     * @param capacity the number of bytes to use
     * @param slicedBuffer the ByteBuffer. Its position, limit and byte order do not matter
     * @throws java.lang.IllegalArgumentException if the ByteBuffer has fewer bytes
     */
    public NIOBuffer(int capacity, ByteBuffer slicedBuffer) {
        if (capacity < 0 || capacity > slicedBuffer.capacity()) {
            throw new java.lang.IllegalArgumentException("capacity " + capacity
                + " is not within the ByteBuffer's " + slicedBuffer.capacity() + " bytes");
        }
        this.capacity = capacity;
        this.release = KEPT_BY_GARBAGE_COLLECTOR;
        this.segment = MemorySegment.ofBuffer(slicedBuffer.duplicate().clear()).asSlice(0, capacity);
        this.buffer = slicedBuffer;
    }

    /** Makes an object for memory that belongs to somebody else. */
    NIOBuffer(MemorySegment segment) {
        this(segment, KEPT_BY_GARBAGE_COLLECTOR);
    }

    /** Makes an object for memory that {@code release} gives back. It may be run more than once. */
    NIOBuffer(MemorySegment segment, Runnable release) {
        this.capacity = (int) Math.min(segment.byteSize(), Integer.MAX_VALUE);
        this.release = release;
        this.segment = Objects.requireNonNull(segment, "segment");
    }

    /** The whole memory, even if {@link #getCapacity} cannot express its size. */
    MemorySegment segment() {
        if (segment == null) {
            throw new IllegalStateException("this memory has been freed; create another buffer");
        }
        return segment;
    }

    private ByteOrder order(boolean revBytes) {
        return revBytes == (encoding == ByteOrder.BIG_ENDIAN) ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    /**
     * Returns the memory as a ByteBuffer, in this buffer's byte order. It is the ByteBuffer that was wrapped, or a view
     * of the memory.
     *
     * @return always the same ByteBuffer
     * @throws UnsupportedOperationException if the memory is an array that is not a byte array, or has 2 GiB or more
     */
    public ByteBuffer getBuffer() {
        if (buffer == null) {
            buffer = segment().asByteBuffer().order(encoding);
        }
        return buffer;
    }

    /**
     * Puts the remaining bytes of a ByteBuffer into this one, at the position of {@link #getBuffer}.
     *
     * @param buf the source; all its remaining bytes are taken
     * @throws java.nio.BufferOverflowException if the bytes do not fit
     */
    public void setBuffer(ByteBuffer buf) {
        getBuffer().put(buf);
    }

    /**
     * Sets the byte order in which elements are stored from now on. Elements that were stored earlier do not change.
     *
     * @param order little- or big-endian
     */
    public void setEncoding(ByteOrder order) {
        encoding = Objects.requireNonNull(order, "order");
        if (buffer != null) {
            buffer.order(order);
        }
    }

    /** Resets the position and limit of {@link #getBuffer}. The bytes do not change. */
    public void clear() {
        getBuffer().clear();
    }

    @Override
    public int getCapacity() {
        return capacity;
    }

    @Override
    public void free() {
        segment = null;
        buffer = null;
        release.run();
    }

    @Override
    public void putByte(int value, int bufOff) {
        segment().set(ValueLayout.JAVA_BYTE, bufOff, (byte) value);
    }

    @Override
    public int getByte(int bufOff) {
        return segment().get(ValueLayout.JAVA_BYTE, bufOff);
    }

    @Override
    public void putInt(int value, int bufOff) {
        segment().set(ValueLayout.JAVA_INT_UNALIGNED, bufOff,
            encoding == ByteOrder.nativeOrder() ? value : Integer.reverseBytes(value));
    }

    @Override
    public int getInt(int bufOff, boolean revBytes) {
        int stored = segment().get(ValueLayout.JAVA_INT_UNALIGNED, bufOff);
        return order(revBytes) == ByteOrder.nativeOrder() ? stored : Integer.reverseBytes(stored);
    }

    @Override
    public void copy(ByteBuffer srcBuffer, int srcOffset, int srcLength, int dstOffset) {
        MemorySegment source = MemorySegment.ofBuffer(srcBuffer.duplicate().clear());
        MemorySegment.copy(source, srcOffset, segment(), dstOffset, srcLength);
    }

    //@each byte short int long char float double boolean
    @Override
    public void write($type$[] source, int srcOff, int numEls, int bufOff) {
        Elements.write(source, srcOff, numEls, segment(), bufOff, encoding);
    }

    @Override
    public int gather($type$[] source, int numEls, int offs, int[] indexes, int bufOff) {
        Elements.gather(source, numEls, offs, indexes, segment(), bufOff, encoding);
        return numEls;
    }

    @Override
    public void strGather($type$[] source, int srcOff, int rank, int exts, int strs, int[] shape, int bufOff) {
        Elements.strGather(source, srcOff, rank, exts, strs, shape, segment(), bufOff, encoding);
    }

    @Override
    public void read($type$[] dest, int dstOff, int numEls, int bufOff, boolean revBytes) {
        Elements.read(dest, dstOff, numEls, segment(), bufOff, order(revBytes));
    }

    @Override
    public int scatter($type$[] dest, int numEls, int offs, int[] indexes, int bufOff, boolean revBytes) {
        Elements.scatter(dest, numEls, offs, indexes, segment(), bufOff, order(revBytes));
        return numEls;
    }

    @Override
    public void strScatter($type$[] dest, int dstOff, int rank, int exts, int strs, int[] shape,
                           int bufOff, boolean revBytes) {
        Elements.strScatter(dest, dstOff, rank, exts, strs, shape, segment(), bufOff, order(revBytes));
    }

    //@end
}
