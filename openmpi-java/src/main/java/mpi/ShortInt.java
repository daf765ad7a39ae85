package mpi;

/** TODO. MPI: see the list. */
public final class ShortInt extends Struct {
    ShortInt() {
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
        public short getValue() {
            throw MPIException.notYet("ShortInt.Data.getValue");
        }

        /**
         * TODO.
         * @return TODO
         */
        public int getIndex() {
            throw MPIException.notYet("ShortInt.Data.getIndex");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putValue(short v) {
            throw MPIException.notYet("ShortInt.Data.putValue");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putIndex(int v) {
            throw MPIException.notYet("ShortInt.Data.putIndex");
        }
    }
}
