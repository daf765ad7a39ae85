package mpi;

import mpj.core.comm.Communicator;
import mpj.core.group.BalancedDimensions;
import mpj.core.group.CartTopology;

/** A communicator whose ranks form a grid. The last dimension runs fastest. MPI: a Cartesian topology. */
public class Cartcomm extends Intracomm {
    private Cartcomm(Communicator core) {
        super(core);
    }

    static Cartcomm of(Communicator core) {
        return core == null ? null : new Cartcomm(core);
    }

    private CartTopology topology() {
        return (CartTopology) core().topology();
    }

    @Override
    public Object clone() {
        return new Cartcomm(core().creation().duplicate());
    }

    /**
     * The rank at the given coordinates. MPI: MPI_Cart_rank.
     *
     * @param coords one coordinate for each dimension. In a periodic dimension, a coordinate beyond the edge continues
     *     at the other edge. In other dimensions it is an error
     * @return the rank
     */
    public int Rank(int[] coords) {
        return core().errors().number(() -> topology().rank(coords));
    }

    /**
     * The coordinates of a rank. MPI: MPI_Cart_coords.
     *
     * @param rank the rank
     * @return one coordinate for each dimension
     */
    public int[] Coords(int rank) {
        return core().errors().result(() -> topology().coordsOf(rank));
    }

    /**
     * The partners of this rank in a shift, for {@link Comm#Sendrecv}. MPI: MPI_Cart_shift.
     *
     * @param direction the dimension, from 0
     * @param disp the distance of the shift: upwards, or downwards if it is negative
     * @return the ranks to receive from and to send to, {@link MPI#PROC_NULL} beyond an edge
     */
    public ShiftParms Shift(int direction, int disp) {
        int self = Rank();
        ShiftParms partners = new ShiftParms();
        partners.rank_source = core().errors().number(() -> topology().shifted(self, direction, -(long) disp));
        partners.rank_dest = topology().shifted(self, direction, disp);
        return partners;
    }

    /**
     * Splits the grid into grids of fewer dimensions. Every rank must call this with the same argument.
     * MPI: MPI_Cart_sub.
     *
     * @param remain_dims for each dimension, whether the new grids keep the dimension
     * @return the new communicator to which this rank belongs
     */
    public Cartcomm Sub(boolean[] remain_dims) {
        return of(core().creation().remaining(remain_dims));
    }

    /**
     * The best rank for this process in a grid. MPI: MPI_Cart_map.
     *
     * @param dims the number of ranks in each dimension
     * @param periods which dimensions are periodic
     * @return this rank, or {@link MPI#UNDEFINED} when the grid has no place for this process
     */
    public int Map(int[] dims, boolean[] periods) {
        return core().creation().cartRank(dims, periods);
    }

    /**
     * The topology and this rank's coordinates. MPI: MPI_Cart_get.
     *
     * @return a copy of both
     */
    public CartParms Get() {
        CartParms parms = new CartParms();
        parms.dims = topology().dims().clone();
        parms.periods = topology().periods().clone();
        parms.coords = topology().coords(Rank());
        return parms;
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
    public static void Dims_create(int nnodes, int[] dims) {
        MPIException.run(() -> BalancedDimensions.fill(nnodes, dims));
    }

    //@set NEIGHBOURS The neighbours are, for each dimension, the rank below and the rank above. Beyond an edge there
    //@more is no neighbour, and the block of {@code recvbuf} for that side is not changed.
    //@collectives neighbors
}
