package mpi;

/** TODO. MPI: see the list. */
public final class Int2 extends Struct {
    Int2() {
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
        public int getValue() {
            throw MPIException.notYet("Int2.Data.getValue");
        }

        /**
         * TODO.
         * @return TODO
         */
        public int getIndex() {
            throw MPIException.notYet("Int2.Data.getIndex");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putValue(int v) {
            throw MPIException.notYet("Int2.Data.putValue");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putIndex(int v) {
            throw MPIException.notYet("Int2.Data.putIndex");
        }
    }
}
