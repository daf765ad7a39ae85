package mpj.core.message;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.objects.ObjectMessage;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Payload;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.Type;
import mpjbuf.layout.Elements;
import mpjbuf.layout.SectionHeader;

/**
 * Packs elements into a {@code byte[]} or into a {@link Buffer}. In a {@code byte[]} the elements are adjacent, as in a
 * message. So packed elements can be received as elements of their own type, and the other way round. In front of
 * objects is the number of their bytes. In a {@link Buffer} each packing is a section.
 */
public final class PackedMessage {
    private static final ValueLayout.OfInt LENGTH = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private PackedMessage() {
    }

    /**
     * The size as MPJ Express computes it: a header, the elements, and then some more bytes, which are not always the
     * padding to a multiple of 8.
     */
    public static int size(int incount, TypeDescriptor datatype) {
        if (incount < 0) {
            throw new EngineException(ErrorClass.ERR_COUNT, "incount is " + incount + "; it must not be negative");
        }
        if (datatype == null) {
            throw new EngineException(ErrorClass.ERR_TYPE, "datatype is null; pass one such as MPI.INT");
        }
        if (!datatype.isUsable()) {
            throw datatype.unusable("datatype");
        }
        long bytes = SectionHeader.BYTES + (datatype.isObject() ? 0 : datatype.bytes(incount));
        bytes += bytes % SectionHeader.ALIGNMENT;
        if (bytes > Integer.MAX_VALUE) {
            throw new EngineException(ErrorClass.ERR_COUNT, "incount is " + incount + ", which needs " + bytes
                + " bytes; an int holds at most " + Integer.MAX_VALUE);
        }
        return (int) bytes;
    }

    public static int pack(Object from, int offset, int incount, TypeDescriptor datatype, byte[] outbuf,
                           int position) {
        Object inbuf = BufferSegments.once(from, datatype);
        BufferArgument.checkSend("inbuf", inbuf, offset, incount, datatype);
        if (outbuf == null) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "outbuf is null; pass an array of Pack_size bytes");
        }
        byte[] objects = datatype.isObject()
            ? ObjectMessage.write((Object[]) inbuf, offset, incount, datatype) : null;
        long bytes = objects == null ? datatype.bytes(incount) : LENGTH.byteSize() + objects.length;
        checkPosition("outbuf", outbuf.length, position, bytes);
        MemorySegment packed = MemorySegment.ofArray(outbuf);
        if (objects == null) {
            Payload.write(datatype.memory(inbuf, offset), datatype.elementType(), datatype.from(offset), packed,
                position, bytes);
        } else {
            packed.set(LENGTH, position, objects.length);
            System.arraycopy(objects, 0, outbuf, position + Integer.BYTES, objects.length);
        }
        return position + (int) bytes;
    }

    public static int unpack(byte[] inbuf, int position, Object to, int offset, int outcount,
                             TypeDescriptor datatype) {
        Object outbuf = BufferSegments.once(to, datatype);
        BufferArgument.checkReceive("outbuf", outbuf, offset, outcount, datatype);
        if (inbuf == null) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "inbuf is null; pass an array that Pack has filled");
        }
        MemorySegment packed = MemorySegment.ofArray(inbuf);
        if (datatype.isObject()) {
            checkPosition("inbuf", inbuf.length, position, Integer.BYTES);
            int length = packed.get(LENGTH, position);
            int start = position + Integer.BYTES;
            if (length < 0 || length > inbuf.length - start) {
                throw new EngineException(ErrorClass.ERR_TYPE, "inbuf has no packed objects at position " + position);
            }
            ObjectMessage.read(Arrays.copyOfRange(inbuf, start, start + length), (Object[]) outbuf, offset,
                outcount * datatype.elements(), datatype);
            return start + length;
        }
        long bytes = datatype.bytes(outcount);
        checkPosition("inbuf", inbuf.length, position, bytes);
        Payload.read(datatype.memory(outbuf, offset), datatype.elementType(), datatype.from(offset), packed, position,
            bytes);
        return position + (int) bytes;
    }

    private static void checkPosition(String argument, int length, int position, long bytes) {
        if (position < 0) {
            throw new EngineException(ErrorClass.ERR_ARG, "position is " + position + "; it must not be negative");
        }
        if (bytes > length - position) {
            throw new EngineException(ErrorClass.ERR_BUFFER, bytes + " bytes at position " + position
                + " do not lie in "
                + argument + ", which has " + length + " bytes");
        }
    }

    public static int pack(Object from, int offset, int incount, TypeDescriptor datatype, Buffer outbuf,
                           int position) {
        Object inbuf = BufferSegments.once(from, datatype);
        BufferArgument.checkSend("inbuf", inbuf, offset, incount, datatype);
        checkSection("outbuf", outbuf, position);
        int elements = incount * datatype.elements();
        Object dense = array(datatype, elements);
        if (dense instanceof Object[] objects) {
            int next = 0;
            for (int index : datatype.map().indexes(offset, elements)) {
                objects[next++] = ((Object[]) inbuf)[index];
            }
        } else {
            MemorySegment packed = MemorySegment.ofArray(new byte[(int) datatype.bytes(incount)]);
            Payload.write(datatype.memory(inbuf, offset), datatype.elementType(), datatype.from(offset), packed, 0,
                packed.byteSize());
            Elements.read(datatype.elementType(), dense, 0, elements, packed, 0, NATIVE);
        }
        try {
            outbuf.setSize(position);
            outbuf.putSectionHeader(section(datatype));
            write(outbuf, dense, elements);
            return outbuf.getSize();
        } catch (BufferException | IllegalArgumentException | IllegalStateException e) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "outbuf cannot take the section: " + e.getMessage(), e);
        }
    }

    public static int unpack(Buffer inbuf, int position, Object to, int offset, int outcount,
                             TypeDescriptor datatype) {
        Object outbuf = BufferSegments.once(to, datatype);
        BufferArgument.checkReceive("outbuf", outbuf, offset, outcount, datatype);
        checkSection("inbuf", inbuf, position);
        int elements = outcount * datatype.elements();
        Object dense = array(datatype, elements);
        try {
            Type found = inbuf.getSectionHeader();
            if (found != section(datatype)) {
                throw new EngineException(ErrorClass.ERR_TYPE, "inbuf's section is of type " + found + ", datatype is "
                    + datatype + "; make them agree");
            }
            read(inbuf, dense, elements);
        } catch (BufferException | IllegalStateException e) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "inbuf has no such section: " + e.getMessage(), e);
        }
        if (dense instanceof Object[] objects) {
            place(objects, (Object[]) outbuf, datatype.map().indexes(offset, elements));
        } else {
            MemorySegment packed = MemorySegment.ofArray(new byte[(int) datatype.bytes(outcount)]);
            Elements.write(datatype.elementType(), dense, 0, elements, packed, 0, NATIVE);
            Payload.read(datatype.memory(outbuf, offset), datatype.elementType(), datatype.from(offset), packed, 0,
                packed.byteSize());
        }
        long end = position + SectionHeader.BYTES + (datatype.isObject() ? 0 : datatype.bytes(outcount));
        return (int) Math.min(SectionHeader.align(end), inbuf.getSize());
    }

    private static void place(Object[] objects, Object[] outbuf, int[] indexes) {
        try {
            for (int i = 0; i < objects.length; i++) {
                outbuf[indexes[i]] = objects[i];
            }
        } catch (ArrayStoreException e) {
            throw ObjectMessage.cannotHold(outbuf, e);
        }
    }

    private static void checkSection(String argument, Buffer buffer, int position) {
        if (buffer == null) {
            throw new EngineException(ErrorClass.ERR_BUFFER, argument + " is null; pass an mpjbuf.Buffer");
        }
        if (position < 0) {
            throw new EngineException(ErrorClass.ERR_ARG, "position is " + position + "; it must not be negative");
        }
    }

    private static Type section(TypeDescriptor datatype) {
        return datatype.isObject() ? Type.OBJECT : Type.getType(datatype.elementType().code());
    }

    private static Object array(TypeDescriptor datatype, int elements) {
        Class<?> component = datatype.isObject() ? Object.class
            : datatype.elementType().arrayClass().getComponentType();
        return Array.newInstance(component, elements);
    }

    private static void write(Buffer buffer, Object array, int elements) throws BufferException {
        switch (array) {
            case byte[] a -> buffer.write(a, 0, elements);
            case char[] a -> buffer.write(a, 0, elements);
            case short[] a -> buffer.write(a, 0, elements);
            case boolean[] a -> buffer.write(a, 0, elements);
            case int[] a -> buffer.write(a, 0, elements);
            case long[] a -> buffer.write(a, 0, elements);
            case float[] a -> buffer.write(a, 0, elements);
            case double[] a -> buffer.write(a, 0, elements);
            default -> buffer.write((Object[]) array, 0, elements);
        }
    }

    private static void read(Buffer buffer, Object array, int elements) throws BufferException {
        switch (array) {
            case byte[] a -> buffer.read(a, 0, elements);
            case char[] a -> buffer.read(a, 0, elements);
            case short[] a -> buffer.read(a, 0, elements);
            case boolean[] a -> buffer.read(a, 0, elements);
            case int[] a -> buffer.read(a, 0, elements);
            case long[] a -> buffer.read(a, 0, elements);
            case float[] a -> buffer.read(a, 0, elements);
            case double[] a -> buffer.read(a, 0, elements);
            default -> buffer.read((Object[]) array, 0, elements);
        }
    }
}
