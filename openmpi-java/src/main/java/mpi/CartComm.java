package mpi;

import mpj.core.comm.Communicator;
import mpj.core.comm.Duplication;
import mpj.core.group.BalancedDimensions;
import mpj.core.group.CartTopology;

/**
 * A communicator whose ranks form a grid. The last dimension runs fastest. MPI: a Cartesian topology.
 *
 * <p>In neighbourhood collectives, the neighbours are, for each dimension, the rank below and the rank above. There is
 * no neighbour beyond an edge, and its block in the buffer is not changed.
 */
public final class CartComm extends Intracomm {
    /** @param core the communicator below the API; null for a null communicator */
    CartComm(Communicator core) {
        super(core);
    }

    private CartComm(CartComm original, Duplication duplication) {
        super(original, duplication);
    }

    private CartTopology topology() {
        return (CartTopology) core().topology();
    }

    @Override
    public CartComm clone() {
        return dup();
    }

    @Override
    public CartComm dup() {
        return new CartComm(core().creation().duplicate());
    }

    @Override
    public CartComm iDup() {
        return new CartComm(this, core().creation().startDuplicate());
    }

    @Override
    public CartComm dupWithInfo(Info info) {
        return new CartComm(core().creation().duplicate(Info.core(info)));
    }

    /**
     * The topology and this rank's coordinates. MPI: MPI_Cartdim_get and MPI_Cart_get.
     *
     * @return a copy of both
     */
    public CartParms getTopo() {
        CartTopology topology = topology();
        return new CartParms(topology, topology.coords(getRank()));
    }

    /**
     * The rank at the given coordinates. MPI: MPI_Cart_rank.
     *
     * @param coords one coordinate for each dimension. In a periodic dimension, a coordinate beyond the edge continues
     *     at the other edge. In other dimensions it is an error
     * @return the rank
     */
    public int getRank(int[] coords) {
        return core().errors().number(() -> topology().rank(coords));
    }

    /**
     * The coordinates of a rank. MPI: MPI_Cart_coords.
     *
     * @param rank the rank
     * @return one coordinate for each dimension
     */
    public int[] getCoords(int rank) {
        return core().errors().result(() -> topology().coordsOf(rank));
    }

    /**
     * The partners of this rank in a shift, for {@link Comm#sendRecv}. MPI: MPI_Cart_shift.
     *
     * @param direction the dimension, from 0
     * @param disp the distance of the shift: upwards, or downwards if it is negative
     * @return the ranks to receive from and to send to, {@link MPI#PROC_NULL} beyond an edge
     */
    public ShiftParms shift(int direction, int disp) {
        int self = getRank();
        int source = core().errors().number(() -> topology().shifted(self, direction, -(long) disp));
        return new ShiftParms(source, topology().shifted(self, direction, disp));
    }

    /**
     * Splits the grid into grids of fewer dimensions. Every rank must call this with the same argument.
     * MPI: MPI_Cart_sub.
     *
     * @param remainDims for each dimension, whether the new grids keep the dimension
     * @return the new communicator to which this rank belongs
     */
    public CartComm sub(boolean[] remainDims) {
        return new CartComm(core().creation().remaining(remainDims));
    }

    /**
     * The best rank for this process in a grid. MPI: MPI_Cart_map.
     *
     * @param dims the number of ranks in each dimension
     * @param periods which dimensions are periodic
     * @return this rank, or {@link MPI#UNDEFINED} when the grid has no place for this process
     */
    public int map(int[] dims, boolean[] periods) {
        return core().creation().cartRank(dims, periods);
    }

    /**
     * Finds dimensions for a grid: factors of the number of ranks that are as close to each other as possible, in
     * non-increasing order. MPI: MPI_Dims_create.
     *
     * @param nnodes the number of ranks
     * @param dims the dimensions. A dimension that is 0 is set by this call. The other dimensions must divide
     *     {@code nnodes}
     * @throws MPIException of class {@link MPI#ERR_DIMS} when there are no such factors
     */
    public static void createDims(int nnodes, int[] dims) {
        MPIException.run(() -> BalancedDimensions.fill(nnodes, dims));
    }
}
