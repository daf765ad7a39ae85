package mpi;

/** How the items of a datatype lie in an array, as far as collectives must know. */
final class Items {
    private Items() {
    }

    /** The distance from one item to the next, in the array's elements. */
    static int extent(Datatype datatype) {
        return datatype.Extent();
    }

    /** The number of elements of an item. */
    static int elements(Datatype datatype) {
        return datatype.elements();
    }

    /** Whether items are simply adjacent elements of a primitive type. */
    static boolean arePlain(Datatype datatype) {
        return datatype.plainArrayClass() != null;
    }
}
