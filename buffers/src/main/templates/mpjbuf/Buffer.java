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
 * A message of zero or more sections, each of elements of one type. Primitives are stored in the static buffer, objects
 * are serialized into the dynamic buffer. The MPI counterpart is the buffer of {@code MPI_Pack} and {@code MPI_Unpack}.
 *
 * <p>A buffer starts <em>writable</em>: {@link #putSectionHeader} starts a section and {@code write}, {@code gather}
 * and {@code strGather} append to it. {@link #commit} makes it <em>readable</em>: {@link #getSectionHeader} goes on to
 * the next section, and {@code read}, {@code scatter} and {@code strScatter} take elements from it, in any portions.
 * Another {@code commit} reads from the start again; {@link #clear} makes it writable and empty; {@link #free} ends it.
 *
 * <p>{@code gather} takes the elements {@code source[indexes[idxOff]], source[indexes[idxOff + 1]], ...} and
 * {@code scatter} puts them to such places. {@code strGather} and {@code strScatter} walk a
 * {@linkplain Shape shape} of any number of dimensions with extents and strides.
 *
 * <p>Wrong uses throw, before anything moves:
 * <ul>
 * <li>{@link WrongStateException}: writing while readable, reading while writable, no current section, freed. Only
 *     {@code strScatter} without a current section throws {@link TypeMismatchException} instead, as it always has;
 * <li>{@link TypeMismatchException}: the array's type is not the section's;
 * <li>{@link BufferOverflowException}: the static buffer is full;
 * <li>{@link BufferUnderflowException}: no further section, or one that reaches beyond the end of the message;
 * <li>{@link SectionSizeMismatchException}: more elements asked for than the section has left, or the next section
 *     before this one was read to its end;
 * <li>{@link IllegalArgumentException}: a negative rank;
 * <li>{@link DynamicBufferException}: the object stream failed;
 * <li>{@link BufferException} itself: a malformed section header;
 * <li>{@link ArrayIndexOutOfBoundsException}: an offset, a number of elements, an index or a shape that does not lie in
 *     its array.
 * </ul>
 *
 * <p>Encoding is the byte order of counts and elements: native unless {@link #setEncoding} says otherwise, which a
 * receiver does when the sender's differs. {@linkplain SectionHeader This} is how sections lie in memory. Not safe for
 * use by several threads at once.
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

    /** A buffer without a static buffer, for {@link #setStaticBuffer} to give it one. */
    protected Buffer() {
        offset = 0;
        capacity = 0;
    }

    /**
     * A writable buffer on new off-heap memory.
     *
     * @param capacity the size of its static buffer, in bytes
     * @throws java.lang.IllegalArgumentException if it is negative
     */
    public Buffer(int capacity) {
        this(new NIOBuffer(capacity), 0, capacity);
    }

    /**
     * A writable buffer on given memory, which belongs to it from now on: {@link #free} frees it.
     *
     * @param buffer the static buffer; its bytes stay as they are
     * @param bufoffset the number of its bytes to leave in front of the first section, for a device's header
     * @param capacity what {@link #getCapacity} is to return; what fits is decided by the static buffer
     * @throws java.lang.IllegalArgumentException if {@code bufoffset} does not lie in the static buffer
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
     * @param memory where its sections go, of any size and alignment; it must outlive the buffer
     * @return an empty buffer
     */
    public static Buffer writable(MemorySegment memory) {
        NIOBuffer buffer = new NIOBuffer(memory);
        return new Buffer(buffer, 0, buffer.getCapacity());
    }

    /**
     * Makes a readable buffer of a received message, in place. The message is only ever read and may be read-only;
     * damaged bytes cause exceptions of this package and reach nothing outside the segment.
     *
     * @param message the static part, from the first section's header to the end of the last section's elements
     * @param encoding the sender's byte order
     * @return a buffer before its first section; {@link #setDynamicBuffer} adds the dynamic part, if there is one
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
     * Returns how many bytes of the static buffer lie in front of the first section.
     *
     * @return the constructor's {@code bufoffset}
     */
    public int offset() {
        return offset;
    }

    /**
     * Copies a received message into this buffer: the static part into the static buffer, and the dynamic part, if it
     * has one. {@link #commit} then makes it readable.
     *
     * @param srcStaticBuffer holds the static part
     * @param srcOffset where in it, in bytes; its position and limit play no part
     * @param staticBufferLength the size of the static part, which becomes this buffer's
     * @param dstOffset where in the static buffer it goes, usually {@link #offset}
     * @param srcDynamicBuffer holds the dynamic part from index 0
     * @param dynamicBufferLength its size in bytes, 0 if there is none
     * @throws IndexOutOfBoundsException if a part does not lie in its source or does not fit
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
     * Ends the use of this buffer and frees its static buffer, which returns to the factory it came from. Freeing it
     * again does nothing.
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
     * Completes the last section and makes the message readable from its start. On a readable buffer: starts reading
     * again.
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
     * Makes the buffer writable and empty, with native encoding and without a dynamic part. The memory is not zeroed.
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
     * @param type what it will hold, not {@link Type#UNDEFINED}
     * @throws BufferException if the buffer is not writable, or the header does not fit
     */
    public void putSectionHeader(Type type) throws BufferException {
        requireLive();
        sections.begin(type);
    }

    /**
     * Goes on to the next section.
     *
     * @return what it holds
     * @throws BufferException if the buffer is not readable, the current section has elements left, there is no other
     *     section, or its header is malformed
     */
    public Type getSectionHeader() throws BufferException {
        requireLive();
        return sections.next();
    }

    /**
     * Returns the size of the current section.
     *
     * @return in elements; while writing, as many as were written
     * @throws BufferException if there is no current section
     */
    public int getSectionSize() throws BufferException {
        requireLive();
        return sections.sectionSize();
    }

    /**
     * Returns how much of the current section has not been read.
     *
     * @return in elements; 0 before the first section
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * Appends a range of an array of objects to the current section. All objects of a message share one stream: one
     * that occurs twice is serialized once, as it was the first time, and is one object again when read.
     *
     * @param source the array
     * @param srcOff the first index
     * @param numEls the number of elements
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @throws BufferException as the {@linkplain Buffer class description} says
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
     * @return also after {@link #free}, so that {@link BufferFactory#destroy} can be called with it
     */
    public RawBuffer getStaticBuffer() {
        return staticBuffer;
    }

    /**
     * Uses other memory for the static part from now on. State and size stay as they are; the memory belongs to this
     * buffer from now on, the former to the caller.
     *
     * @param staticBuffer the memory, of at least {@link #offset} + {@link #getSize} bytes
     * @throws java.lang.IllegalArgumentException if it is smaller
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
     * @return native unless {@link #setEncoding} set it
     */
    public ByteOrder getEncoding() {
        return sections.encoding();
    }

    /**
     * Sets the byte order of counts and elements that are written or read from now on. A sender sets it before the
     * first section, a receiver to the sender's before it reads; {@link #clear} makes it native again.
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
     * Returns the size of the static part, also where it is 2 GiB or more.
     *
     * @return the bytes in use, without {@link #offset}
     */
    public long byteSize() {
        return sections.size();
    }

    /**
     * Sets the size of the static part: after its bytes have been received into the static buffer, or to write the next
     * section somewhere else. A section that is being written ends.
     *
     * @param size the bytes in use, without {@link #offset}
     * @throws java.lang.IllegalArgumentException if it is negative or larger than the static buffer
     */
    public void setSize(int size) {
        sections.resize(size);
    }

    /**
     * Returns the capacity that the constructor was given.
     *
     * @return in bytes
     */
    public int getCapacity() {
        return capacity;
    }

    /**
     * Returns the dynamic part: one stream of {@link java.io.ObjectOutputStream}.
     *
     * @return null if there is none; what has been written is in it after {@link #commit}
     */
    public byte[] getDynamicBuffer() {
        return dynamic.bytes();
    }

    /**
     * Sets the dynamic part of a received message, before its first section is read.
     *
     * @param dynamicBuffer the sender's {@link #getDynamicBuffer}, null if there is none; not copied
     */
    public void setDynamicBuffer(byte[] dynamicBuffer) {
        dynamic.install(dynamicBuffer);
    }

    /**
     * Sets a filter for the objects that will be read. It is asked in addition to the JVM-wide filter and to limits that
     * always hold, which keep a damaged stream from claiming more references or array elements than its length allows.
     *
     * @param filter a filter, null for none
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
