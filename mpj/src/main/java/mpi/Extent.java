package mpi;

/** How far apart the elements of a datatype lie in an array, in the array's elements. */
final class Extent {
    private Extent() {
    }

    /** The distance between consecutive elements of the datatype. */
    static int of(Datatype datatype) {
        return 1;
    }

    /** Whether an element is a pair of two of the array's: a value and its index. */
    static boolean isPair(Datatype datatype) {
        return false;
    }
}
