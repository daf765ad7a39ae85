package mpi;

import java.nio.ByteBuffer;

/** TODO. MPI: see the list. */
public abstract class Struct {
    /**
     * TODO.
     */
    public Struct() {
    }

    /**
     * TODO.
     * @return TODO
     */
    public final int getExtent() {
        throw MPIException.notYet("Struct.getExtent");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final Datatype getType() {
        throw MPIException.notYet("Struct.getType");
    }

    /**
     * TODO.
     * @return TODO
     */
    protected abstract Struct.Data newData();

    /**
     * TODO.
     *
     * @param buffer TODO
     * @return TODO
     * @param <T> TODO
     */
    public final <T extends Struct.Data> T getData(ByteBuffer buffer) {
        throw MPIException.notYet("Struct.getData");
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @param index TODO
     * @return TODO
     * @param <T> TODO
     */
    public final <T extends Struct.Data> T getData(ByteBuffer buffer, int index) {
        throw MPIException.notYet("Struct.getData");
    }

    /**
     * TODO.
     *
     * @param array TODO
     * @return TODO
     * @param <T> TODO
     */
    public final <T extends Struct.Data> T getData(byte[] array) {
        throw MPIException.notYet("Struct.getData");
    }

    /**
     * TODO.
     *
     * @param array TODO
     * @param index TODO
     * @return TODO
     * @param <T> TODO
     */
    public final <T extends Struct.Data> T getData(byte[] array, int index) {
        throw MPIException.notYet("Struct.getData");
    }

    /**
     * TODO.
     *
     * @param offset TODO
     * @return TODO
     */
    public final Struct setOffset(int offset) {
        throw MPIException.notYet("Struct.setOffset");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final int addByte() {
        throw MPIException.notYet("Struct.addByte");
    }

    /**
     * TODO.
     *
     * @param length TODO
     * @return TODO
     */
    public final int addByte(int length) {
        throw MPIException.notYet("Struct.addByte");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final int addChar() {
        throw MPIException.notYet("Struct.addChar");
    }

    /**
     * TODO.
     *
     * @param length TODO
     * @return TODO
     */
    public final int addChar(int length) {
        throw MPIException.notYet("Struct.addChar");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final int addShort() {
        throw MPIException.notYet("Struct.addShort");
    }

    /**
     * TODO.
     *
     * @param length TODO
     * @return TODO
     */
    public final int addShort(int length) {
        throw MPIException.notYet("Struct.addShort");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final int addInt() {
        throw MPIException.notYet("Struct.addInt");
    }

    /**
     * TODO.
     *
     * @param length TODO
     * @return TODO
     */
    public final int addInt(int length) {
        throw MPIException.notYet("Struct.addInt");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final int addLong() {
        throw MPIException.notYet("Struct.addLong");
    }

    /**
     * TODO.
     *
     * @param length TODO
     * @return TODO
     */
    public final int addLong(int length) {
        throw MPIException.notYet("Struct.addLong");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final int addFloat() {
        throw MPIException.notYet("Struct.addFloat");
    }

    /**
     * TODO.
     *
     * @param length TODO
     * @return TODO
     */
    public final int addFloat(int length) {
        throw MPIException.notYet("Struct.addFloat");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final int addDouble() {
        throw MPIException.notYet("Struct.addDouble");
    }

    /**
     * TODO.
     *
     * @param length TODO
     * @return TODO
     */
    public final int addDouble(int length) {
        throw MPIException.notYet("Struct.addDouble");
    }

    /**
     * TODO.
     *
     * @param struct TODO
     * @return TODO
     */
    public final int addStruct(Struct struct) {
        throw MPIException.notYet("Struct.addStruct");
    }

    /**
     * TODO.
     *
     * @param struct TODO
     * @param length TODO
     * @return TODO
     */
    public final int addStruct(Struct struct, int length) {
        throw MPIException.notYet("Struct.addStruct");
    }

    /**
     * TODO.
     *
     * @param type TODO
     * @return TODO
     */
    public final int addData(Datatype type) {
        throw MPIException.notYet("Struct.addData");
    }

    /**
     * TODO.
     *
     * @param type TODO
     * @param length TODO
     * @return TODO
     */
    public final int addData(Datatype type, int length) {
        throw MPIException.notYet("Struct.addData");
    }

    /** TODO. MPI: see the list. */
    public abstract class Data {
        /**
         * TODO.
         */
        public Data() {
        }

        /**
         * TODO.
         * @return TODO
         */
        public final ByteBuffer getBuffer() {
            throw MPIException.notYet("Struct.Data.getBuffer");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @return TODO
         */
        protected final byte getByte(int field) {
            throw MPIException.notYet("Struct.Data.getByte");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @return TODO
         */
        protected final byte getByte(int field, int index) {
            throw MPIException.notYet("Struct.Data.getByte");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param v TODO
         */
        protected final void putByte(int field, byte v) {
            throw MPIException.notYet("Struct.Data.putByte");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @param v TODO
         */
        protected final void putByte(int field, int index, byte v) {
            throw MPIException.notYet("Struct.Data.putByte");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @return TODO
         */
        protected final char getChar(int field) {
            throw MPIException.notYet("Struct.Data.getChar");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @return TODO
         */
        protected final char getChar(int field, int index) {
            throw MPIException.notYet("Struct.Data.getChar");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param v TODO
         */
        protected final void putChar(int field, char v) {
            throw MPIException.notYet("Struct.Data.putChar");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @param v TODO
         */
        protected final void putChar(int field, int index, char v) {
            throw MPIException.notYet("Struct.Data.putChar");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @return TODO
         */
        protected final short getShort(int field) {
            throw MPIException.notYet("Struct.Data.getShort");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @return TODO
         */
        protected final short getShort(int field, int index) {
            throw MPIException.notYet("Struct.Data.getShort");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param v TODO
         */
        protected final void putShort(int field, short v) {
            throw MPIException.notYet("Struct.Data.putShort");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @param v TODO
         */
        protected final void putShort(int field, int index, short v) {
            throw MPIException.notYet("Struct.Data.putShort");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @return TODO
         */
        protected final int getInt(int field) {
            throw MPIException.notYet("Struct.Data.getInt");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @return TODO
         */
        protected final int getInt(int field, int index) {
            throw MPIException.notYet("Struct.Data.getInt");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param v TODO
         */
        protected final void putInt(int field, int v) {
            throw MPIException.notYet("Struct.Data.putInt");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @param v TODO
         */
        protected final void putInt(int field, int index, int v) {
            throw MPIException.notYet("Struct.Data.putInt");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @return TODO
         */
        protected final long getLong(int field) {
            throw MPIException.notYet("Struct.Data.getLong");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @return TODO
         */
        protected final long getLong(int field, int index) {
            throw MPIException.notYet("Struct.Data.getLong");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param v TODO
         */
        protected final void putLong(int field, long v) {
            throw MPIException.notYet("Struct.Data.putLong");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @param v TODO
         */
        protected final void putLong(int field, int index, long v) {
            throw MPIException.notYet("Struct.Data.putLong");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @return TODO
         */
        protected final float getFloat(int field) {
            throw MPIException.notYet("Struct.Data.getFloat");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @return TODO
         */
        protected final float getFloat(int field, int index) {
            throw MPIException.notYet("Struct.Data.getFloat");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param v TODO
         */
        protected final void putFloat(int field, float v) {
            throw MPIException.notYet("Struct.Data.putFloat");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @param v TODO
         */
        protected final void putFloat(int field, int index, float v) {
            throw MPIException.notYet("Struct.Data.putFloat");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @return TODO
         */
        protected final double getDouble(int field) {
            throw MPIException.notYet("Struct.Data.getDouble");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @return TODO
         */
        protected final double getDouble(int field, int index) {
            throw MPIException.notYet("Struct.Data.getDouble");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param v TODO
         */
        protected final void putDouble(int field, double v) {
            throw MPIException.notYet("Struct.Data.putDouble");
        }

        /**
         * TODO.
         *
         * @param field TODO
         * @param index TODO
         * @param v TODO
         */
        protected final void putDouble(int field, int index, double v) {
            throw MPIException.notYet("Struct.Data.putDouble");
        }

        /**
         * TODO.
         *
         * @param struct TODO
         * @param field TODO
         * @return TODO
         * @param <S> TODO
         * @param <D> TODO
         */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field) {
            throw MPIException.notYet("Struct.Data.getData");
        }

        /**
         * TODO.
         *
         * @param struct TODO
         * @param field TODO
         * @param index TODO
         * @return TODO
         * @param <S> TODO
         * @param <D> TODO
         */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field, int index) {
            throw MPIException.notYet("Struct.Data.getData");
        }

        /**
         * TODO.
         *
         * @param type TODO
         * @param field TODO
         * @return TODO
         */
        protected final ByteBuffer getBuffer(Datatype type, int field) {
            throw MPIException.notYet("Struct.Data.getBuffer");
        }

        /**
         * TODO.
         *
         * @param type TODO
         * @param field TODO
         * @param index TODO
         * @return TODO
         */
        protected final ByteBuffer getBuffer(Datatype type, int field, int index) {
            throw MPIException.notYet("Struct.Data.getBuffer");
        }
    }
}
