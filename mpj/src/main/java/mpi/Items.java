package mpi;

/** How the items of a datatype lie in an array, as far as collectives must know. */
final class Items {
    private Items() {
    }

    /** Whether items are simply adjacent elements of a primitive type. */
    static boolean arePlain(Datatype datatype) {
        return datatype.plainArrayClass() != null && datatype.code() == datatype.elementType().code();
    }

    /** The datatype of one element. */
    static Datatype element(Datatype datatype) {
        if (datatype.isObject()) {
            return MPI.OBJECT;
        }
        if (datatype.code() != datatype.elementType().code()) {
            return MPI.PACKED;
        }
        return switch (datatype.elementType()) {
            case BYTE -> MPI.BYTE;
            case CHAR -> MPI.CHAR;
            case SHORT -> MPI.SHORT;
            case BOOLEAN -> MPI.BOOLEAN;
            case INT -> MPI.INT;
            case LONG -> MPI.LONG;
            case FLOAT -> MPI.FLOAT;
            case DOUBLE -> MPI.DOUBLE;
        };
    }

    /** How many elements so many items reach back before the first one's origin. */
    static long before(Datatype datatype, int count) {
        return count == 0 ? 0 : Math.max(0, -low(datatype, count));
    }

    /** How many elements of an array so many items take, those between the items' own included. */
    static long span(Datatype datatype, int count) {
        return count == 0 ? 0 : before(datatype, count) + Math.max(0, high(datatype, count));
    }

    /** Where the lowest element of so many items is, from the first one's origin; of at least one element. */
    static long low(Datatype datatype, long count) {
        return datatype.map().trueLb() + Math.min(0, reach(datatype, count));
    }

    /** One more than where the highest element of so many items is, from the first one's origin. */
    static long high(Datatype datatype, long count) {
        return datatype.map().trueUb() + Math.max(0, reach(datatype, count));
    }

    /** The distance from the first item to the last. */
    private static long reach(Datatype datatype, long count) {
        return (count - 1L) * datatype.Extent();
    }
}
