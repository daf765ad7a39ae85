package mpi;

/**
 * The layout of {@link MPI#FLOAT_INT} items: a value and its index. {@link MPI#floatInt} is the only object of this
 * class.
 */
public final class FloatInt extends Struct {
    private final int value = addFloat();
    private final int index = setOffset(Math.max(Float.BYTES, Integer.BYTES)).addInt();

    FloatInt() {
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** A pair in a buffer. */
    public final class Data extends Struct.Data {
        /** Makes a pair that is not in a buffer yet; see {@link Struct#getData(java.nio.ByteBuffer)}. */
        public Data() {
        }

        /**
         * The value.
         *
         * @return the value
         */
        public float getValue() {
            return getFloat(value);
        }

        /**
         * The index.
         *
         * @return the index
         */
        public int getIndex() {
            return getInt(index);
        }

        /**
         * Sets the value.
         *
         * @param v the value
         */
        public void putValue(float v) {
            putFloat(value, v);
        }

        /**
         * Sets the index.
         *
         * @param v the index
         */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
