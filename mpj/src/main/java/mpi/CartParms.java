package mpi;

/** What {@link Cartcomm#Get} tells: a Cartesian topology and this rank's place in it. */
public class CartParms {
    /** The number of ranks in each dimension. */
    public int[] dims;
    /** Which dimensions are periodic. */
    public boolean[] periods;
    /** This rank's coordinates. */
    public int[] coords;

    /** Of no dimensions yet. */
    public CartParms() {
    }
}
