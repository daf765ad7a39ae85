package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.ErrorClass;
import mpjbuf.layout.ElementType;

/**
 * A datatype with fields of any types. A program extends this class. Its constructor adds the fields, and keeps the
 * values that the adding methods return. A second class, which extends {@link Data}, reads and writes the fields.
 *
 * <p>Fields follow one another without gaps. {@link #setOffset} makes a gap, such as a C compiler would leave. The
 * extent is a multiple of the size of the largest element. MPI: MPI_Type_create_struct.
 *
 * <p>The buffer of such items is a byte array, a java.nio buffer or a segment. Fields can be added until the datatype
 * is used for the first time.
 */
public abstract class Struct {
    /** A field: {@code length} items at an offset. */
    private record Field(int offset, Datatype type, int length) {
    }

    private final List<Field> fields = new ArrayList<>();
    /** Where the next field begins. */
    private int end;
    /** Null while fields may still be added. */
    private volatile Datatype datatype;

    /** Makes a struct without fields. */
    public Struct() {
    }

    /**
     * The distance from one item to the next.
     *
     * @return the extent, in bytes
     */
    public final int getExtent() {
        return getType().getExtent();
    }

    /**
     * The struct's datatype, committed.
     *
     * @return the datatype
     */
    public final Datatype getType() {
        if (datatype == null) {
            Datatype made = Datatype.createStruct(fields.stream().mapToInt(Field::length).toArray(),
                fields.stream().mapToInt(Field::offset).toArray(),
                fields.stream().map(Field::type).toArray(Datatype[]::new));
            made.commit();
            datatype = made;
        }
        return datatype;
    }

    /**
     * Makes an object that reads and writes an item.
     *
     * @return a new object
     */
    protected abstract Struct.Data newData();

    @SuppressWarnings("unchecked") // the program determines the class that its newData returns
    private <T extends Struct.Data> T newData(ByteBuffer buffer, int offset) {
        Data data = newData();
        data.buffer = buffer;
        data.bytes = buffer.order() == ByteOrder.nativeOrder() ? buffer
            : buffer.duplicate().order(ByteOrder.nativeOrder());
        data.offset = offset;
        return (T) data;
    }

    /**
     * Gives access to the first item of a buffer.
     *
     * @param <T> the class of the objects that {@link #newData} returns
     * @param buffer the buffer; its fields are read and written in native byte order
     * @return the item
     */
    public final <T extends Struct.Data> T getData(ByteBuffer buffer) {
        return getData(buffer, 0);
    }

    /**
     * Gives access to an item of a buffer.
     *
     * @param <T> the class of the objects that {@link #newData} returns
     * @param buffer the buffer; its fields are read and written in native byte order
     * @param index the item's number
     * @return the item
     */
    public final <T extends Struct.Data> T getData(ByteBuffer buffer, int index) {
        return newData(buffer, index * getExtent());
    }

    /**
     * Gives access to the first item of an array.
     *
     * @param <T> the class of the objects that {@link #newData} returns
     * @param array the array
     * @return the item
     */
    public final <T extends Struct.Data> T getData(byte[] array) {
        return getData(array, 0);
    }

    /**
     * Gives access to an item of an array.
     *
     * @param <T> the class of the objects that {@link #newData} returns
     * @param array the array
     * @param index the item's number
     * @return the item
     */
    public final <T extends Struct.Data> T getData(byte[] array, int index) {
        return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
    }

    private void checkOpen() {
        if (datatype != null) {
            throw new MPIException(ErrorClass.ERR_TYPE, "the struct is in use; add its fields before");
        }
    }

    private int add(Datatype type, long extent, int length) {
        checkOpen();
        if (length < 0) {
            throw new MPIException(ErrorClass.ERR_COUNT, "length is " + length + "; it must not be negative");
        }
        int offset = end;
        if (offset + extent * length > Integer.MAX_VALUE) {
            throw new MPIException(ErrorClass.ERR_ARG, "length is " + length + ", of items of " + extent
                + " bytes; the struct would be larger than an int can say");
        }
        end += (int) extent * length;
        fields.add(new Field(offset, type, length));
        return offset;
    }

    /**
     * Sets the offset of the next field.
     *
     * @param offset the offset, in bytes; at least the end of the last field
     * @return this struct
     * @throws MPIException of class {@link MPI#ERR_ARG} when the offset is too small
     */
    public final Struct setOffset(int offset) {
        checkOpen();
        if (offset < end) {
            throw new MPIException(ErrorClass.ERR_ARG, "offset is " + offset + ", but the fields before reach to "
                + end + "; pass at least that");
        }
        end = offset;
        return this;
    }

    //@each byte char short int long float double
    /**
     * Adds a field.
     *
     * @return the field, which is its offset in bytes
     */
    public final int add$Type$() {
        return add$Type$(1);
    }

    /**
     * Adds a field that is an array.
     *
     * @param length the number of its elements
     * @return the field, which is its offset in bytes
     */
    public final int add$Type$(int length) {
        return addData(MPI.$TYPE$, length);
    }

    //@end
    /**
     * Adds a field that is a struct.
     *
     * @param struct the type of the field, to which no more fields can be added
     * @return the field, which is its offset in bytes
     */
    public final int addStruct(Struct struct) {
        return addStruct(struct, 1);
    }

    /**
     * Adds a field that is an array of structs.
     *
     * @param struct the type of the structs, to which no more fields can be added
     * @param length the number of structs
     * @return the field, which is its offset in bytes
     */
    public final int addStruct(Struct struct, int length) {
        return addData(struct.getType(), length);
    }

    /**
     * Adds a field of any datatype.
     *
     * @param type the datatype
     * @return the field, which is its offset in bytes
     */
    public final int addData(Datatype type) {
        return addData(type, 1);
    }

    /**
     * Adds a field that is an array of items of any datatype.
     *
     * @param type the datatype
     * @param length the number of items
     * @return the field, which is its offset in bytes
     */
    public final int addData(Datatype type, int length) {
        return add(type, extent(type), length);
    }

    /** The extent of a datatype, in bytes. */
    private static long extent(Datatype type) {
        TypeDescriptor core = Datatype.core(type);
        if (core == null) {
            throw new MPIException(ErrorClass.ERR_TYPE, "type is null; pass a datatype such as MPI.INT");
        }
        return core.map().extent() * core.elementBytes();
    }

    /** Whether there is a field of this type at this offset, with this element. Only assertions call this. */
    private boolean has(int field, int index, Datatype type) {
        return fields.stream().anyMatch(known -> known.offset == field && known.type == type && index >= 0
            && index < known.length);
    }

    private static byte readByte(ByteBuffer bytes, int at) {
        return bytes.get(at);
    }

    private static void writeByte(ByteBuffer bytes, int at, byte v) {
        bytes.put(at, v);
    }

    //@each char short int long float double
    private static $type$ read$Type$(ByteBuffer bytes, int at) {
        return bytes.get$Type$(at);
    }

    private static void write$Type$(ByteBuffer bytes, int at, $type$ v) {
        bytes.put$Type$(at, v);
    }

    //@end
    /** An item in a buffer. A program extends this class with methods that get and put its fields. */
    public abstract class Data {
        private ByteBuffer buffer;
        /** The same memory in native order. */
        private ByteBuffer bytes;
        /** Where the item begins in the buffer. */
        private int offset;

        /** Makes an item that is not in a buffer yet; see {@link Struct#getData(ByteBuffer)}. */
        public Data() {
        }

        /**
         * The buffer, from this item on.
         *
         * @return the buffer
         */
        public final ByteBuffer getBuffer() {
            return from(offset);
        }

        private ByteBuffer from(int position) {
            return position == 0 ? buffer : MPI.slice(buffer, position);
        }

        //@each byte char short int long float double
        /**
         * The value of a field.
         *
         * @param field the value that {@link Struct#add$Type$()} has returned
         * @return the value
         */
        protected final $type$ get$Type$(int field) {
            return get$Type$(field, 0);
        }

        /**
         * The value of an element of a field that is an array.
         *
         * @param field the value that {@link Struct#add$Type$(int)} has returned
         * @param index the element's number
         * @return the value
         */
        protected final $type$ get$Type$(int field, int index) {
            assert has(field, index, MPI.$TYPE$) : "no such field";
            return read$Type$(bytes, offset + field + index * ElementType.$TYPE$.bytes());
        }

        /**
         * Sets the value of a field.
         *
         * @param field the value that {@link Struct#add$Type$()} has returned
         * @param v the value
         */
        protected final void put$Type$(int field, $type$ v) {
            put$Type$(field, 0, v);
        }

        /**
         * Sets the value of an element of a field that is an array.
         *
         * @param field the value that {@link Struct#add$Type$(int)} has returned
         * @param index the element's number
         * @param v the value
         */
        protected final void put$Type$(int field, int index, $type$ v) {
            assert has(field, index, MPI.$TYPE$) : "no such field";
            write$Type$(bytes, offset + field + index * ElementType.$TYPE$.bytes(), v);
        }

        //@end
        /**
         * Gives access to a field that is a struct.
         *
         * @param <S> the field's type
         * @param <D> the class of the objects that its {@link Struct#newData} returns
         * @param struct the field's type
         * @param field the value that {@link Struct#addStruct(Struct)} has returned
         * @return the field
         */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field) {
            return getData(struct, field, 0);
        }

        /**
         * Gives access to an element of a field that is an array of structs.
         *
         * @param <S> the elements' type
         * @param <D> the class of the objects that its {@link Struct#newData} returns
         * @param struct the elements' type
         * @param field the value that {@link Struct#addStruct(Struct, int)} has returned
         * @param index the element's number
         * @return the element
         */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field, int index) {
            assert has(field, index, struct.getType()) : "no such field";
            return ((Struct) struct).newData(buffer, offset + field + index * struct.getExtent());
        }

        /**
         * The buffer, from a field on.
         *
         * @param type the field's type
         * @param field the value that {@link Struct#addData(Datatype)} has returned
         * @return the buffer
         */
        protected final ByteBuffer getBuffer(Datatype type, int field) {
            return getBuffer(type, field, 0);
        }

        /**
         * The buffer, from an element of a field on.
         *
         * @param type the elements' type
         * @param field the value that {@link Struct#addData(Datatype, int)} has returned
         * @param index the element's number
         * @return the buffer
         */
        protected final ByteBuffer getBuffer(Datatype type, int field, int index) {
            assert has(field, index, type) : "no such field";
            return from(Math.toIntExact(offset + field + index * extent(type)));
        }
    }
}
