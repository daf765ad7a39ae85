package mpi;

import mpj.core.comm.Communicator;
import mpj.core.group.BalancedDimensions;
import mpj.core.group.CartTopology;

/** A communicator whose ranks form a grid, the last dimension running fastest. MPI: a Cartesian topology. */
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
     * The rank at these coordinates. MPI: MPI_Cart_rank.
     *
     * @param coords one for each dimension; beyond the edges only in a periodic one, around which they go
     * @return the rank
     */
    public int Rank(int[] coords) {
        return core().errors().number(() -> topology().rank(coords));
    }

    /**
     * The coordinates of a rank. MPI: MPI_Cart_coords.
     *
     * @param rank the rank
     * @return one for each dimension
     */
    public int[] Coords(int rank) {
        return core().errors().result(() -> topology().coordsOf(rank));
    }

    /**
     * The partners of this rank in a shift, for {@link Comm#Sendrecv}. MPI: MPI_Cart_shift.
     *
     * @param direction the dimension, from 0
     * @param disp how far, upwards or, if negative, downwards
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
     * @param remain_dims for each dimension whether the new grids have it
     * @return the one that this rank is in
     */
    public Cartcomm Sub(boolean[] remain_dims) {
        return of(core().creation().remaining(remain_dims));
    }

    /**
     * The rank that this process best has in a grid. MPI: MPI_Cart_map.
     *
     * @param dims the number of ranks in each dimension
     * @param periods which dimensions are periodic
     * @return this rank, or {@link MPI#UNDEFINED} when the grid has no place for it
     */
    public int Map(int[] dims, boolean[] periods) {
        return core().creation().cartRank(dims, periods);
    }

    /**
     * The topology and this rank's coordinates. MPI: MPI_Cart_get.
     *
     * @return copies of them
     */
    public CartParms Get() {
        CartParms parms = new CartParms();
        parms.dims = topology().dims().clone();
        parms.periods = topology().periods().clone();
        parms.coords = topology().coords(Rank());
        return parms;
    }

    /**
     * Finds dimensions for a grid: factors that are as close to each other as possible, in non-increasing order.
     * MPI: MPI_Dims_create.
     *
     * @param nnodes the number of ranks
     * @param dims those that are 0 are set; those that are not must divide {@code nnodes}
     * @throws MPIException of class {@link MPI#ERR_DIMS} when there are no such factors
     */
    public static void Dims_create(int nnodes, int[] dims) {
        MPIException.run(() -> BalancedDimensions.fill(nnodes, dims));
    }

    //@set NEIGHBOURS The neighbours are, for each dimension, the rank below and the rank above; beyond an edge there is
    //@more none, and its block is left alone.
    //@collectives neighbors
}
