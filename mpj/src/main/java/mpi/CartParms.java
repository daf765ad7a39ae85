package mpi;

/** A Cartesian topology and the place of this rank in it, as {@link Cartcomm#Get} returns them. */
public class CartParms {
    /** The number of ranks in each dimension. */
    public int[] dims;
    /** Which dimensions are periodic. */
    public boolean[] periods;
    /** This rank's coordinates. */
    public int[] coords;

    /** Makes an object without dimensions. */
    public CartParms() {
    }
}
