package mpjbuf;

import java.io.ObjectInputFilter;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

import mpjbuf.layout.Elements;
import mpjbuf.layout.SectionHeader;
import mpjbuf.layout.Shape;

/**
 * A message of zero or more sections. Each section has elements of one type. Primitives are stored in the static
 * buffer, and objects are serialized into the dynamic buffer. The MPI counterpart is the buffer of {@code MPI_Pack} and
 * {@code MPI_Unpack}.
 *
 * <p>A new buffer is <em>writable</em>: {@link #putSectionHeader} starts a section, and {@code write}, {@code gather}
 * and {@code strGather} append elements to it. {@link #commit} makes the buffer <em>readable</em>:
 * {@link #getSectionHeader} goes to the next section, and {@code read}, {@code scatter} and {@code strScatter} take
 * elements from it, in any portions. After another {@code commit}, reading begins at the start again. {@link #clear}
 * makes the buffer writable and empty. {@link #free} ends its use.
 *
 * <p>{@code gather} takes the elements {@code source[indexes[idxOff]], source[indexes[idxOff + 1]], ...} and
 * {@code scatter} puts elements to such places. {@code strGather} and {@code strScatter} use a
 * {@linkplain Shape shape}, which has any number of dimensions with extents and strides.
 *
 * <p>A wrong use throws one of these exceptions, before anything is moved:
 * <ul>
 * <li>{@link WrongStateException}: a write while the buffer is readable, a read while it is writable, no current
 *     section, or a freed buffer. Only {@code strScatter} differs: without a current section, it throws
 *     {@link TypeMismatchException}, as it always has;
 * <li>{@link TypeMismatchException}: the type of the array differs from the type of the section;
 * <li>{@link BufferOverflowException}: the static buffer is full;
 * <li>{@link BufferUnderflowException}: there is no further section, or it reaches beyond the end of the message;
 * <li>{@link SectionSizeMismatchException}: the program asks for more elements than the section has left, or for the
 *     next section before this one was read to its end;
 * <li>{@link IllegalArgumentException}: a rank is negative;
 * <li>{@link DynamicBufferException}: the object stream failed;
 * <li>{@link BufferException} itself: a section header is malformed;
 * <li>{@link ArrayIndexOutOfBoundsException}: an offset, a number of elements, an index or a shape exceeds its array.
 * </ul>
 *
 * <p>The encoding is the byte order of counts and elements. It is the native byte order, unless {@link #setEncoding}
 * sets another one. A receiver does this if the sender has another byte order. {@link SectionHeader} says how sections
 * lie in memory. Several threads must not use a buffer at the same time.
 */
public class Buffer {
    /** The size of a section header, in bytes. */
    public static final int SECTION_OVERHEAD = SectionHeader.BYTES;
    /** Section headers start at multiples of this many bytes from {@link #offset}. */
    public static final int ALIGNMENT_UNIT = SectionHeader.ALIGNMENT;

    private final DynamicBuffer dynamic = new DynamicBuffer();
    private final Sections sections = new Sections(dynamic);
    private final int offset;
    private final int capacity;
    private NIOBuffer staticBuffer;
    private boolean freed;

    /** Makes a buffer without a static buffer. {@link #setStaticBuffer} sets one. */
    protected Buffer() {
        offset = 0;
        capacity = 0;
    }

    /**
     * Makes a writable buffer on new off-heap memory.
     *
     * @param capacity the size of the static buffer, in bytes
     * @throws java.lang.IllegalArgumentException if the capacity is negative
     */
    public Buffer(int capacity) {
        this(new NIOBuffer(capacity), 0, capacity);
    }

    /**
     * Makes a writable buffer on given memory, which belongs to the buffer from now on. {@link #free} frees the memory.
     *
     * @param buffer the static buffer, whose bytes are not changed
     * @param bufoffset the number of bytes before the first section, which are left for a device's header
     * @param capacity the value that {@link #getCapacity} returns. It is no limit: the size of the static buffer
     *     decides what fits
     * @throws java.lang.IllegalArgumentException if {@code bufoffset} is not in the static buffer
     */
    public Buffer(RawBuffer buffer, int bufoffset, int capacity) {
        this((NIOBuffer) buffer, bufoffset, capacity);
    }

    private Buffer(NIOBuffer buffer, int bufoffset, int capacity) {
        this.offset = bufoffset;
        this.capacity = capacity;
        attach(buffer);
    }

    /**
     * Makes a writable buffer in existing memory.
     *
     * @param memory the memory for the sections, of any size and alignment. It must exist longer than the buffer
     * @return an empty buffer
     */
    public static Buffer writable(MemorySegment memory) {
        NIOBuffer buffer = new NIOBuffer(memory);
        return new Buffer(buffer, 0, buffer.getCapacity());
    }

    /**
     * Makes a readable buffer of a received message, without a copy. The buffer only reads the message, which may be
     * read-only. Damaged bytes cause exceptions of this package, and never an access outside the segment.
     *
     * @param message the static part, from the first section's header to the end of the last section's elements
     * @param encoding the sender's byte order
     * @return a buffer whose first section is to be read next. {@link #setDynamicBuffer} adds the dynamic part, if
     *     there is one
     */
    public static Buffer readable(MemorySegment message, ByteOrder encoding) {
        Buffer buffer = writable(message);
        buffer.setEncoding(encoding);
        buffer.sections.resize(message.byteSize());
        buffer.sections.commit();
        return buffer;
    }

    private void attach(NIOBuffer buffer) {
        Objects.requireNonNull(buffer, "static buffer is null; BufferFactory.create(0) gives none, ask for 1 byte");
        MemorySegment memory = buffer.segment();
        if (offset < 0 || offset > memory.byteSize()) {
            throw new java.lang.IllegalArgumentException("bufoffset " + offset + " is not within the static buffer's "
                + memory.byteSize() + " bytes");
        }
        sections.use(memory.asSlice(offset));
        buffer.setEncoding(sections.encoding());
        staticBuffer = buffer;
    }

    /**
     * Returns the number of bytes of the static buffer before the first section.
     *
     * @return the constructor's {@code bufoffset}
     */
    public int offset() {
        return offset;
    }

    /**
     * Copies a received message into this buffer: the static part into the static buffer, and the dynamic part if there
     * is one. {@link #commit} then makes the buffer readable.
     *
     * @param srcStaticBuffer the ByteBuffer with the static part. Its position and limit do not matter
     * @param srcOffset where the static part starts in {@code srcStaticBuffer}, in bytes
     * @param staticBufferLength the size of the static part in bytes, which becomes the size of this buffer
     * @param dstOffset where the static part goes in the static buffer, in bytes; usually {@link #offset}
     * @param srcDynamicBuffer the array with the dynamic part, from index 0 on
     * @param dynamicBufferLength the size of the dynamic part in bytes, 0 if there is none
     * @throws IndexOutOfBoundsException if a part exceeds its source or does not fit
     * @throws IllegalStateException if this buffer has been freed
     */
    public void copy(ByteBuffer srcStaticBuffer, int srcOffset, int staticBufferLength, int dstOffset,
                     byte[] srcDynamicBuffer, int dynamicBufferLength) {
        requireStaticBuffer();
        if (dynamicBufferLength > 0) {
            Objects.checkFromIndexSize(0, dynamicBufferLength, srcDynamicBuffer.length);
        }
        staticBuffer.copy(srcStaticBuffer, srcOffset, staticBufferLength, dstOffset);
        setSize(staticBufferLength);
        if (dynamicBufferLength > 0) {
            dynamic.install(Arrays.copyOf(srcDynamicBuffer, dynamicBufferLength));
        }
    }

    /**
     * Ends the use of this buffer and frees its static buffer, which returns to the factory that created it. A second
     * call does nothing.
     */
    public void free() {
        if (!freed) {
            freed = true;
            dynamic.clear();
            sections.clear();
            sections.use(MemorySegment.NULL);
            if (staticBuffer != null) {
                staticBuffer.free();
            }
        }
    }

    /**
     * Completes the last section, and makes the message readable from its start. If the buffer is already readable,
     * reading begins at the start again.
     *
     * @throws BufferException if the buffer has been freed, or an earlier write to the dynamic buffer failed
     */
    public void commit() throws BufferException {
        requireLive();
        dynamic.commit();
        dynamic.rewind();
        sections.commit();
    }

    /**
     * Makes the buffer writable and empty, with the native encoding and without a dynamic part. The memory is not set
     * to zero.
     *
     * @throws BufferException if the buffer has been freed
     */
    public void clear() throws BufferException {
        requireLive();
        dynamic.clear();
        sections.clear();
        if (staticBuffer != null) {
            staticBuffer.setEncoding(sections.encoding());
        }
    }

    /**
     * Starts a section.
     *
     * @param type the type of its elements, not {@link Type#UNDEFINED}
     * @throws BufferException if the buffer is not writable, or the header does not fit
     */
    public void putSectionHeader(Type type) throws BufferException {
        requireLive();
        sections.begin(type);
    }

    /**
     * Goes to the next section.
     *
     * @return the type of its elements
     * @throws BufferException if the buffer is not readable, the current section has elements left, there is no further
     *     section, or the header of the next section is malformed
     */
    public Type getSectionHeader() throws BufferException {
        requireLive();
        return sections.next();
    }

    /**
     * Returns the size of the current section.
     *
     * @return the number of elements; while writing, the number written so far
     * @throws BufferException if there is no current section
     */
    public int getSectionSize() throws BufferException {
        requireLive();
        return sections.sectionSize();
    }

    /**
     * Returns the size of the part of the current section that has not been read.
     *
     * @return the number of elements; 0 before the first section
     * @throws BufferException if the buffer is not readable
     */
    public int getRemaining() throws BufferException {
        requireLive();
        return sections.remaining();
    }

    //@each byte short int long char float double boolean
    /**
     * Appends a range of an array to the current section.
     *
     * @param source the array
     * @param srcOff the first index
     * @param numEls the number of elements
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void write($type$[] source, int srcOff, int numEls) throws BufferException {
        toWrite(Type.$TYPE$, numEls);
        Elements.checkRange(source.length, srcOff, numEls);
        Elements.write(source, srcOff, numEls, sections.elements(numEls), 0, sections.order());
        sections.wrote(numEls);
    }

    /**
     * Appends elements chosen by indexes to the current section.
     *
     * @param source the array
     * @param numEls the number of elements
     * @param idxOff where in {@code indexes} to start
     * @param indexes the elements' indexes
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void gather($type$[] source, int numEls, int idxOff, int[] indexes) throws BufferException {
        toWrite(Type.$TYPE$, numEls);
        Elements.checkIndexes(source.length, indexes, idxOff, numEls);
        Elements.gather(source, numEls, idxOff, indexes, sections.elements(numEls), 0, sections.order());
        sections.wrote(numEls);
    }

    /**
     * Appends elements chosen by a shape to the current section.
     *
     * @param source the array
     * @param srcOff the index of the element at the origin
     * @param rank the number of dimensions
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void strGather($type$[] source, int srcOff, int rank, int exts, int strs, int[] shape)
        throws BufferException {
        int numEls = toWrite(Type.$TYPE$, rank, exts, shape);
        Shape.checkWithin(source.length, srcOff, rank, exts, strs, shape);
        Elements.strGather(source, srcOff, rank, exts, strs, shape, sections.elements(numEls), 0, sections.order());
        sections.wrote(numEls);
    }

    /**
     * Takes elements from the current section into a range of an array.
     *
     * @param dest the array
     * @param dstOff the first index
     * @param numEls the number of elements
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void read($type$[] dest, int dstOff, int numEls) throws BufferException {
        toRead(Type.$TYPE$, numEls);
        Elements.checkRange(dest.length, dstOff, numEls);
        Elements.read(dest, dstOff, numEls, sections.elements(numEls), 0, sections.order());
        sections.read(numEls);
    }

    /**
     * Takes elements from the current section to places chosen by indexes.
     *
     * @param dest the array
     * @param numEls the number of elements
     * @param idxOff where in {@code indexes} to start
     * @param indexes the places' indexes
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void scatter($type$[] dest, int numEls, int idxOff, int[] indexes) throws BufferException {
        toRead(Type.$TYPE$, numEls);
        Elements.checkIndexes(dest.length, indexes, idxOff, numEls);
        Elements.scatter(dest, numEls, idxOff, indexes, sections.elements(numEls), 0, sections.order());
        sections.read(numEls);
    }

    /**
     * Takes elements from the current section to places chosen by a shape.
     *
     * @param dest the array
     * @param dstOff the index of the element at the origin
     * @param rank the number of dimensions
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void strScatter($type$[] dest, int dstOff, int rank, int exts, int strs, int[] shape)
        throws BufferException {
        int numEls = toRead(Type.$TYPE$, rank, exts, shape);
        Shape.checkWithin(dest.length, dstOff, rank, exts, strs, shape);
        Elements.strScatter(dest, dstOff, rank, exts, strs, shape, sections.elements(numEls), 0, sections.order());
        sections.read(numEls);
    }

    //@end
    /**
     * Appends a range of an array of objects to the current section. All objects of a message share one stream. An
     * object that occurs twice is serialized once, with the state that it has the first time, and is one object again
     * when it is read.
     *
     * @param source the array
     * @param srcOff the first index
     * @param numEls the number of elements
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void write(Object[] source, int srcOff, int numEls) throws BufferException {
        toWrite(Type.OBJECT, numEls);
        Elements.checkRange(source.length, srcOff, numEls);
        dynamic.write(source, srcOff, numEls);
        sections.wrote(numEls);
    }

    /**
     * Appends objects chosen by indexes to the current section.
     *
     * @param source the array
     * @param numEls the number of elements
     * @param idxOff where in {@code indexes} to start
     * @param indexes the elements' indexes
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void gather(Object[] source, int numEls, int idxOff, int[] indexes) throws BufferException {
        toWrite(Type.OBJECT, numEls);
        Elements.checkIndexes(source.length, indexes, idxOff, numEls);
        Object[] chosen = new Object[numEls];
        for (int i = 0; i < numEls; i++) {
            chosen[i] = source[indexes[idxOff + i]];
        }
        dynamic.write(chosen, 0, numEls);
        sections.wrote(numEls);
    }

    /**
     * Appends objects chosen by a shape to the current section.
     *
     * @param source the array
     * @param srcOff the index of the element at the origin
     * @param rank the number of dimensions
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void strGather(Object[] source, int srcOff, int rank, int exts, int strs, int[] shape)
        throws BufferException {
        int numEls = toWrite(Type.OBJECT, rank, exts, shape);
        Shape.checkWithin(source.length, srcOff, rank, exts, strs, shape);
        gather(source, numEls, 0, Shape.indexes(srcOff, rank, exts, strs, shape));
    }

    /**
     * Takes objects from the current section into a range of an array.
     *
     * @param dest the array
     * @param dstOff the first index
     * @param numEls the number of elements
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void read(Object[] dest, int dstOff, int numEls) throws BufferException {
        toRead(Type.OBJECT, numEls);
        Elements.checkRange(dest.length, dstOff, numEls);
        Object[] objects = dynamic.read(numEls, dest.getClass().getComponentType());
        System.arraycopy(objects, 0, dest, dstOff, numEls);
        sections.read(numEls);
    }

    /**
     * Takes objects from the current section to places chosen by indexes.
     *
     * @param dest the array
     * @param numEls the number of elements
     * @param idxOff where in {@code indexes} to start
     * @param indexes the places' indexes
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void scatter(Object[] dest, int numEls, int idxOff, int[] indexes) throws BufferException {
        toRead(Type.OBJECT, numEls);
        Elements.checkIndexes(dest.length, indexes, idxOff, numEls);
        Object[] objects = dynamic.read(numEls, dest.getClass().getComponentType());
        for (int i = 0; i < numEls; i++) {
            dest[indexes[idxOff + i]] = objects[i];
        }
        sections.read(numEls);
    }

    /**
     * Takes objects from the current section to places chosen by a shape.
     *
     * @param dest the array
     * @param dstOff the index of the element at the origin
     * @param rank the number of dimensions
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @throws BufferException in the cases that the {@linkplain Buffer class description} lists
     */
    public void strScatter(Object[] dest, int dstOff, int rank, int exts, int strs, int[] shape)
        throws BufferException {
        int numEls = toRead(Type.OBJECT, rank, exts, shape);
        Shape.checkWithin(dest.length, dstOff, rank, exts, strs, shape);
        scatter(dest, numEls, 0, Shape.indexes(dstOff, rank, exts, strs, shape));
    }

    private void toWrite(Type array, long elements) throws BufferException {
        requireLive();
        sections.toWrite(array, elements);
    }

    private int toWrite(Type array, int rank, int exts, int[] shape) throws BufferException {
        requireLive();
        requireRank(rank);
        long elements = Shape.elements(rank, exts, shape);
        sections.toWrite(array, elements);
        return (int) elements;
    }

    private void toRead(Type array, long elements) throws BufferException {
        requireLive();
        sections.toRead(array, elements);
    }

    private int toRead(Type array, int rank, int exts, int[] shape) throws BufferException {
        requireLive();
        sections.requireReadable();
        if (!sections.isInSection()) {
            throw new TypeMismatchException("there is no current section; call getSectionHeader() first");
        }
        requireRank(rank);
        long elements = Shape.elements(rank, exts, shape);
        sections.toRead(array, elements);
        return (int) elements;
    }

    private static void requireRank(int rank) throws IllegalArgumentException {
        if (rank < 0) {
            throw new IllegalArgumentException("rank " + rank + " is negative; use 0 for a single element");
        }
    }

    private void requireLive() throws WrongStateException {
        if (freed) {
            throw new WrongStateException("the buffer has been freed; create another");
        }
    }

    private void requireStaticBuffer() {
        if (freed) {
            throw new IllegalStateException("the buffer has been freed; create another");
        }
        if (staticBuffer == null) {
            throw new IllegalStateException("the buffer has no static buffer; call setStaticBuffer first");
        }
    }

    /**
     * Returns the memory of the static part.
     *
     * @return the memory, even after {@link #free}, so that {@link BufferFactory#destroy} can be called with it
     */
    public RawBuffer getStaticBuffer() {
        return staticBuffer;
    }

    /**
     * Uses other memory for the static part from now on. The state and the size do not change. From now on, the new
     * memory belongs to this buffer, and the old memory belongs to the caller.
     *
     * @param staticBuffer the memory, of at least {@link #offset} + {@link #getSize} bytes
     * @throws java.lang.IllegalArgumentException if the memory is smaller
     * @throws IllegalStateException if this buffer has been freed
     */
    public void setStaticBuffer(RawBuffer staticBuffer) {
        if (freed) {
            throw new IllegalStateException("the buffer has been freed; create another");
        }
        attach((NIOBuffer) staticBuffer);
    }

    /**
     * Returns the byte order of counts and elements.
     *
     * @return the native byte order, unless {@link #setEncoding} has set another one
     */
    public ByteOrder getEncoding() {
        return sections.encoding();
    }

    /**
     * Sets the byte order of counts and elements that are written or read from now on. A sender sets it before the
     * first section. A receiver sets the sender's byte order before it reads. {@link #clear} restores the native byte
     * order.
     *
     * @param encoding little- or big-endian
     */
    public void setEncoding(ByteOrder encoding) {
        sections.encode(Objects.requireNonNull(encoding, "encoding"));
        if (staticBuffer != null) {
            staticBuffer.setEncoding(encoding);
        }
    }

    /**
     * Returns the size of the static part.
     *
     * @return the bytes in use, without {@link #offset}; {@link Integer#MAX_VALUE} if there are more
     */
    public int getSize() {
        return (int) Math.min(sections.size(), Integer.MAX_VALUE);
    }

    /**
     * Returns the size of the static part, even if it is 2 GiB or more.
     *
     * @return the bytes in use, without {@link #offset}
     */
    public long byteSize() {
        return sections.size();
    }

    /**
     * Sets the size of the static part. A receiver does this after it has received the bytes into the static buffer. A
     * writer does this to write the next section at another place. A section that is being written is ended.
     *
     * @param size the bytes in use, without {@link #offset}
     * @throws java.lang.IllegalArgumentException if the size is negative or larger than the static buffer
     */
    public void setSize(int size) {
        sections.resize(size);
    }

    /**
     * Returns the capacity that was passed to the constructor.
     *
     * @return the capacity in bytes
     */
    public int getCapacity() {
        return capacity;
    }

    /**
     * Returns the dynamic part: one stream of {@link java.io.ObjectOutputStream}.
     *
     * @return the stream, or null if there is none. It contains the written objects after {@link #commit}
     */
    public byte[] getDynamicBuffer() {
        return dynamic.bytes();
    }

    /**
     * Sets the dynamic part of a received message, before its first section is read.
     *
     * @param dynamicBuffer the sender's {@link #getDynamicBuffer}, or null if there is none. It is not copied
     */
    public void setDynamicBuffer(byte[] dynamicBuffer) {
        dynamic.install(dynamicBuffer);
    }

    /**
     * Sets a filter for the objects that will be read. The filter is asked in addition to the JVM-wide filter. There
     * are also limits that always apply: a damaged stream cannot claim more references or array elements than its
     * length allows.
     *
     * @param filter a filter, or null for none
     */
    public void setObjectInputFilter(ObjectInputFilter filter) {
        dynamic.filter(filter);
    }

    /**
     * Returns whether the buffer can be written to.
     *
     * @return false if it is readable or has been freed
     */
    public boolean isWritable() {
        return sections.isWritable() && !freed;
    }
}
