package mpj.core.datatype;

/** How the items of a datatype lie in an array, as far as collectives need to know. */
public final class Items {
    private Items() {
    }

    /** Whether items are adjacent elements of a primitive type. */
    public static boolean arePlain(TypeDescriptor datatype) {
        return datatype.plainArrayClass() != null && datatype.code() == datatype.elementType().code();
    }

    /** The datatype of one element. */
    public static TypeDescriptor element(TypeDescriptor datatype) {
        if (datatype.isObject()) {
            return TypeDescriptor.OBJECT;
        }
        if (datatype.code() != datatype.elementType().code()) {
            return TypeDescriptor.PACKED;
        }
        return switch (datatype.elementType()) {
            case BYTE -> TypeDescriptor.BYTE;
            case CHAR -> TypeDescriptor.CHAR;
            case SHORT -> TypeDescriptor.SHORT;
            case BOOLEAN -> TypeDescriptor.BOOLEAN;
            case INT -> TypeDescriptor.INT;
            case LONG -> TypeDescriptor.LONG;
            case FLOAT -> TypeDescriptor.FLOAT;
            case DOUBLE -> TypeDescriptor.DOUBLE;
        };
    }

    /** How many elements before the first item's origin this many items reach. */
    public static long before(TypeDescriptor datatype, int count) {
        return count == 0 ? 0 : Math.max(0, -low(datatype, count));
    }

    /** How many elements of an array this many items take, including the elements between the elements of the items. */
    public static long span(TypeDescriptor datatype, int count) {
        return count == 0 ? 0 : before(datatype, count) + Math.max(0, high(datatype, count));
    }

    /**
     * Where the lowest element of this many items is, counted from the first item's origin. There must be at least one
     * element.
     */
    public static long low(TypeDescriptor datatype, long count) {
        return datatype.map().trueLb() + Math.min(0, reach(datatype, count));
    }

    /** One more than where the highest element of this many items is, counted from the first item's origin. */
    public static long high(TypeDescriptor datatype, long count) {
        return datatype.map().trueUb() + Math.max(0, reach(datatype, count));
    }

    /** The distance from the first item to the last. */
    private static long reach(TypeDescriptor datatype, long count) {
        return (count - 1L) * datatype.extent();
    }
}
