package mpjbuf;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

import mpjbuf.layout.SectionHeader;

/**
 * The sections of one message: their places in the static memory, the current section, and how much of it has been
 * written or read. Every header is checked against the bytes that are there before it is used. A method that throws
 * changes nothing.
 *
 * <p>Elements are moved in three steps, so that nothing is moved before everything has been checked. {@link #toWrite}
 * or {@link #toRead} checks, {@link #elements} says where the elements are, and {@link #wrote} or {@link #read} counts
 * them.
 */
final class Sections {
    private static final long NONE = -1;

    private final DynamicBuffer dynamic;
    private MemorySegment memory = MemorySegment.NULL;
    private ByteOrder encoding = ByteOrder.nativeOrder();
    private boolean writable = true;
    /**
     * The number of bytes in use: the end of the current section while writing, the end of the message while reading.
     */
    private long size;
    /** Where the current section's header starts. */
    private long header = NONE;
    private Type type = Type.UNDEFINED;
    /** The number of elements of the current section: the elements written so far, or all elements to read. */
    private int count;
    /** The number of elements of the current section that have not been read. */
    private int remaining;
    /** While reading: the place of the next element, or the end of the section after the last element. */
    private long position;

    Sections(DynamicBuffer dynamic) {
        this.dynamic = dynamic;
    }

    /** Uses other memory from now on. The first byte of the memory is the first byte of the message. */
    void use(MemorySegment message) {
        if (message.byteSize() < size) {
            throw new java.lang.IllegalArgumentException("the static buffer has " + message.byteSize()
                + " bytes from the offset on, fewer than the " + size + " bytes in use; call clear() first");
        }
        memory = message;
    }

    ByteOrder encoding() {
        return encoding;
    }

    void encode(ByteOrder order) {
        encoding = order;
    }

    boolean isWritable() {
        return writable;
    }

    long size() {
        return size;
    }

    /** Moves the end of the bytes in use. A section that is being written ends at its present place. */
    void resize(long bytes) {
        if (bytes < 0 || bytes > memory.byteSize()) {
            throw new java.lang.IllegalArgumentException("size " + bytes + " is not within the buffer's "
                + memory.byteSize() + " bytes");
        }
        if (writable && bytes != size) {
            finish();
        }
        size = bytes;
    }

    void clear() {
        writable = true;
        size = 0;
        header = NONE;
        encoding = ByteOrder.nativeOrder();
    }

    /** Makes the message readable from its start. */
    void commit() {
        if (writable) {
            finish();
        }
        writable = false;
        header = NONE;
        remaining = 0;
        position = 0;
    }

    /** Starts a section after the last one. */
    void begin(Type section) throws BufferException {
        requireWritable();
        if (section == null || section == Type.UNDEFINED) {
            throw new IllegalArgumentException("type " + section + " is not a type a section can have");
        }
        long start = SectionHeader.align(size);
        if (memory.byteSize() - start < SectionHeader.BYTES) {
            throw new BufferOverflowException("a section header at byte " + start + " does not fit into the buffer's "
                + memory.byteSize() + " bytes; create a larger one");
        }
        finish();
        header = start;
        type = section;
        count = 0;
        size = start + SectionHeader.BYTES;
        putHeader();
    }

    /** Writes the count of the current section, if there is one. */
    private void finish() {
        if (header != NONE) {
            putHeader();
            header = NONE;
        }
    }

    private void putHeader() {
        SectionHeader.set(memory, header, SectionHeader.pack(type.getCode(), count, encoding));
    }

    /** Goes on to the next section of a readable message. */
    Type next() throws BufferException {
        requireReadable();
        if (remaining > 0) {
            throw new SectionSizeMismatchException("the current section still has " + remaining + " of " + count
                + " elements; read them before the next header");
        }
        long start = SectionHeader.align(position);
        if (size - start < SectionHeader.BYTES) {
            throw new BufferUnderflowException("no section header at byte " + start + ": the message ends after "
                + size + " bytes");
        }
        long found = SectionHeader.get(memory, start);
        Type section = sectionType(SectionHeader.typeCode(found), start);
        int elements = SectionHeader.count(found, encoding);
        requirePlausible(section, elements, start);
        header = start;
        type = section;
        count = elements;
        remaining = elements;
        position = start + SectionHeader.BYTES;
        return section;
    }

    private static Type sectionType(int code, long start) throws BufferException {
        if (code >= Type.UNDEFINED.getCode()) {
            throw new BufferException("the section header at byte " + start + " has type code " + code
                + ", known are 0 to " + (Type.UNDEFINED.getCode() - 1));
        }
        return Type.getType(code);
    }

    private void requirePlausible(Type section, int elements, long start) throws BufferException {
        if (elements < 0) {
            throw new BufferException("the section header at byte " + start + " announces " + elements
                + " elements; is the encoding set to the sender's?");
        }
        if (section.isDynamic() && elements > dynamic.length()) {
            // Every object and every primitive takes at least one byte of the stream.
            throw new BufferUnderflowException("the section header at byte " + start + " announces " + elements
                + " elements in a dynamic buffer of " + dynamic.length() + " bytes");
        }
        if (!section.isDynamic() && section.bytes(elements) > size - start - SectionHeader.BYTES) {
            throw new BufferUnderflowException("the section header at byte " + start + " announces " + elements
                + " elements of type " + section + ", the message ends after " + size + " bytes");
        }
    }

    int sectionSize() throws BufferException {
        requireSection();
        return count;
    }

    int remaining() throws BufferException {
        requireReadable();
        return remaining;
    }

    /** Checks that {@code elements} of an array of {@code array} may be appended to the current section. */
    void toWrite(Type array, long elements) throws BufferException {
        requireWritable();
        requireSection();
        requireType(array);
        long room = type.isDynamic() ? DynamicBuffer.MAX_BLOCK : memory.byteSize() - size;
        if (type.bytes(elements) > room || elements > Integer.MAX_VALUE - count) {
            throw new BufferOverflowException(elements + " elements of type " + type + " do not fit into the "
                + room + " bytes left; create a larger buffer");
        }
    }

    /** Checks that the current section has {@code elements} elements left for an array of {@code array}. */
    void toRead(Type array, long elements) throws BufferException {
        requireReadable();
        requireSection();
        requireType(array);
        if (elements > remaining) {
            throw new SectionSizeMismatchException(elements + " elements were asked for, the section has " + remaining
                + " of " + count + " left");
        }
    }

    /** The place where the next elements of the current section are to be written, or where they are to be read. */
    MemorySegment elements(int elements) throws BufferException {
        long bytes = type.bytes(elements);
        if (type.isDynamic()) {
            return MemorySegment.ofArray(writable ? dynamic.block((int) bytes) : dynamic.readBlock((int) bytes));
        }
        return memory.asSlice(writable ? size : position, bytes);
    }

    /** The byte order of {@link #elements}. An object stream is big-endian, whatever the encoding is. */
    ByteOrder order() {
        return type.isDynamic() ? ByteOrder.BIG_ENDIAN : encoding;
    }

    /** Appends the elements that were put into {@link #elements} to the section. */
    void wrote(int elements) throws BufferException {
        if (!type.isDynamic()) {
            size += type.bytes(elements);
        } else if (type != Type.OBJECT) {
            dynamic.writeBlock();
        }
        count += elements;
    }

    /** Moves past elements that were read. */
    void read(int elements) {
        if (!type.isDynamic()) {
            position += type.bytes(elements);
        }
        remaining -= elements;
    }

    boolean isInSection() {
        return header != NONE;
    }

    void requireWritable() throws WrongStateException {
        if (!writable) {
            throw new WrongStateException("the buffer is readable; call clear() before writing");
        }
    }

    void requireReadable() throws WrongStateException {
        if (writable) {
            throw new WrongStateException("the buffer is writable; call commit() before reading");
        }
    }

    private void requireSection() throws WrongStateException {
        if (header == NONE) {
            throw new WrongStateException("there is no current section; call "
                + (writable ? "putSectionHeader(type)" : "getSectionHeader()") + " first");
        }
    }

    private void requireType(Type array) throws TypeMismatchException {
        if (!type.accepts(array)) {
            throw new TypeMismatchException("the current section is of type " + type + ", the array of type " + array);
        }
    }
}
