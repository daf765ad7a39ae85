package mpi;

/** The layout of {@link MPI#INT2} items: a value and its index. {@link MPI#int2} is the only object of this class. */
public final class Int2 extends Struct {
    private final int value = addInt();
    private final int index = setOffset(Math.max(Integer.BYTES, Integer.BYTES)).addInt();

    Int2() {
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
        public int getValue() {
            return getInt(value);
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
        public void putValue(int v) {
            putInt(value, v);
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
