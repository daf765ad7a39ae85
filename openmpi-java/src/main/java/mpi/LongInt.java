package mpi;

/** TODO. MPI: see the list. */
public final class LongInt extends Struct {
    LongInt() {
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
        public long getValue() {
            throw MPIException.notYet("LongInt.Data.getValue");
        }

        /**
         * TODO.
         * @return TODO
         */
        public int getIndex() {
            throw MPIException.notYet("LongInt.Data.getIndex");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putValue(long v) {
            throw MPIException.notYet("LongInt.Data.putValue");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putIndex(int v) {
            throw MPIException.notYet("LongInt.Data.putIndex");
        }
    }
}
