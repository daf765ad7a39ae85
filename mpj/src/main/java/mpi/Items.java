package mpi;

/** How the items of a datatype lie in an array, as far as collectives must know. */
final class Items {
    private Items() {
    }

    /** The distance from one item to the next, in the array's elements. */
    static int extent(Datatype datatype) {
        return 1;
    }

    /** The number of elements of an item. */
    static int elements(Datatype datatype) {
        return 1;
    }

    /** Whether items are simply adjacent elements of a primitive type. */
    static boolean arePlain(Datatype datatype) {
        return datatype instanceof Datatype.Basic;
    }
}
