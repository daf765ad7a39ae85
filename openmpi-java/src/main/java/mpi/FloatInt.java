package mpi;

/** TODO. MPI: see the list. */
public final class FloatInt extends Struct {
    FloatInt() {
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** TODO. MPI: see the list. */
    public final class Data extends Struct.Data {
        /**
         * TODO.
         */
        public Data() {
        }

        /**
         * TODO.
         * @return TODO
         */
        public float getValue() {
            throw MPIException.notYet("FloatInt.Data.getValue");
        }

        /**
         * TODO.
         * @return TODO
         */
        public int getIndex() {
            throw MPIException.notYet("FloatInt.Data.getIndex");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putValue(float v) {
            throw MPIException.notYet("FloatInt.Data.putValue");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putIndex(int v) {
            throw MPIException.notYet("FloatInt.Data.putIndex");
        }
    }
}
