package mpi;

/** TODO. MPI: see the list. */
public final class CartComm extends Intracomm {
    CartComm() {
    }

    /**
     * TODO.
     * @return TODO
     */
    @Override
    public CartComm clone() {
        throw MPIException.notYet("CartComm.clone");
    }

    /**
     * TODO.
     * @return TODO
     */
    public CartComm dup() {
        throw MPIException.notYet("CartComm.dup");
    }

    /**
     * TODO.
     * @return TODO
     */
    public CartComm iDup() {
        throw MPIException.notYet("CartComm.iDup");
    }

    /**
     * TODO.
     *
     * @param info TODO
     * @return TODO
     */
    public CartComm dupWithInfo(Info info) {
        throw MPIException.notYet("CartComm.dupWithInfo");
    }

    /**
     * TODO. MPI: MPI_Cartdim_get.
     * @return TODO
     */
    public CartParms getTopo() {
        throw MPIException.notYet("CartComm.getTopo");
    }

    /**
     * TODO. MPI: MPI_Cart_rank.
     *
     * @param coords TODO
     * @return TODO
     */
    public int getRank(int[] coords) {
        throw MPIException.notYet("CartComm.getRank");
    }

    /**
     * TODO. MPI: MPI_Cart_coords.
     *
     * @param rank TODO
     * @return TODO
     */
    public int[] getCoords(int rank) {
        throw MPIException.notYet("CartComm.getCoords");
    }

    /**
     * TODO. MPI: MPI_Cart_shift.
     *
     * @param direction TODO
     * @param disp TODO
     * @return TODO
     */
    public ShiftParms shift(int direction, int disp) {
        throw MPIException.notYet("CartComm.shift");
    }

    /**
     * TODO. MPI: MPI_Cart_sub.
     *
     * @param remainDims TODO
     * @return TODO
     */
    public CartComm sub(boolean[] remainDims) {
        throw MPIException.notYet("CartComm.sub");
    }

    /**
     * TODO. MPI: MPI_Cart_map.
     *
     * @param dims TODO
     * @param periods TODO
     * @return TODO
     */
    public int map(int[] dims, boolean[] periods) {
        throw MPIException.notYet("CartComm.map");
    }

    /**
     * TODO. MPI: MPI_Dims_create.
     *
     * @param nnodes TODO
     * @param dims TODO
     */
    public static void createDims(int nnodes, int[] dims) {
        throw MPIException.notYet("CartComm.createDims");
    }
}
