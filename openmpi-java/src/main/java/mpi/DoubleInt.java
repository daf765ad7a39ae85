package mpi;

/** TODO. MPI: see the list. */
public final class DoubleInt extends Struct {
    DoubleInt() {
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
        public double getValue() {
            throw MPIException.notYet("DoubleInt.Data.getValue");
        }

        /**
         * TODO.
         * @return TODO
         */
        public int getIndex() {
            throw MPIException.notYet("DoubleInt.Data.getIndex");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putValue(double v) {
            throw MPIException.notYet("DoubleInt.Data.putValue");
        }

        /**
         * TODO.
         *
         * @param v TODO
         */
        public void putIndex(int v) {
            throw MPIException.notYet("DoubleInt.Data.putIndex");
        }
    }
}
