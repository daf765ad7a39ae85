package mpjbuf;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

import mpjbuf.layout.SectionHeader;

/**
 * The sections of one message: where they lie in the static memory, which is current, and how much of it has been
 * written or read. Every header is checked against the bytes that are there before anything relies on it, and every
 * method that throws leaves all as it was.
 *
 * <p>Elements are moved in three steps, so that nothing moves before all has been checked: {@link #toWrite} or
 * {@link #toRead} check, {@link #elements} says where the elements are, {@link #wrote} or {@link #read} counts them.
 */
final class Sections {
    private static final long NONE = -1;

    private final DynamicBuffer dynamic;
    private MemorySegment memory = MemorySegment.NULL;
    private ByteOrder encoding = ByteOrder.nativeOrder();
    private boolean writable = true;
    /** Bytes in use: while writing the end of the current section, while reading the end of the message. */
    private long size;
    /** Where the current section's header starts. */
    private long header = NONE;
    private Type type = Type.UNDEFINED;
    /** Elements of the current section: those written so far, or all there are to read. */
    private int count;
    /** Elements of the current section that have not been read. */
    private int remaining;
    /** While reading: the next element, or after the last one the end of the section. */
    private long position;

    Sections(DynamicBuffer dynamic) {
        this.dynamic = dynamic;
    }

    /** Uses other memory from now on; its first byte is the message's. */
    void use(MemorySegment message) {
        if (message.byteSize() < size) {
            throw new java.lang.IllegalArgumentException("static buffer of " + message.byteSize()
                + " bytes behind the offset is smaller than the size in use, " + size + "; call clear() first");
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

    /** Moves the end of what is in use. A section being written ends where it is. */
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

    /** Checks that the current section has {@code elements} more for an array of {@code array}. */
    void toRead(Type array, long elements) throws BufferException {
        requireReadable();
        requireSection();
        requireType(array);
        if (elements > remaining) {
            throw new SectionSizeMismatchException(elements + " elements were asked for, the section has " + remaining
                + " of " + count + " left");
        }
    }

    /** Where the next elements of the current section go, or are. */
    MemorySegment elements(int elements) throws BufferException {
        long bytes = type.bytes(elements);
        if (type.isDynamic()) {
            return MemorySegment.ofArray(writable ? dynamic.block((int) bytes) : dynamic.readBlock((int) bytes));
        }
        return memory.asSlice(writable ? size : position, bytes);
    }

    /** The byte order of {@link #elements}: an object stream is big-endian, whatever the encoding. */
    ByteOrder order() {
        return type.isDynamic() ? ByteOrder.BIG_ENDIAN : encoding;
    }

    /** Appends what was put into {@link #elements} to the section. */
    void wrote(int elements) throws BufferException {
        if (!type.isDynamic()) {
            size += type.bytes(elements);
        } else if (type != Type.OBJECT) {
            dynamic.writeBlock();
        }
        count += elements;
    }

    /** Goes past elements that were read. */
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
