package mpj.core.datatype;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * A part of an array of several dimensions. For each dimension it has a set of indexes, and it consists of the items
 * whose index is in that set in every dimension. MPI: MPI_Type_create_subarray and MPI_Type_create_darray make such
 * parts.
 *
 * <p>A part needs 16 bytes for each piece that is contiguous in the array. A block of rows has one piece. A block of
 * columns has as many pieces as it has rows.
 */
final class ArrayPart {
    /** Indexes that follow each other. */
    record Span(int start, int length) {
    }

    /** One dimension of the array, and the part's indexes in it, in ascending order. */
    private record Dimension(int size, List<Span> spans) {
    }

    private final List<Dimension> dimensions = new ArrayList<>();

    /** Adds the next dimension, which runs faster than those before. */
    void add(int size, List<Span> spans) {
        dimensions.add(new Dimension(size, spans));
    }

    /** The part's items in the order in which they lie, with the bounds of the whole array. */
    TypeMap of(TypeMap item) {
        long items = 1;
        for (Dimension dimension : dimensions) {
            items *= dimension.size;
            checkInt(items);
        }
        checkInt(items * item.extent());
        TypeMap.Builder builder = new TypeMap.Builder();
        add(builder, 0, 0, item);
        return builder.build().resized(0, items * item.extent());
    }

    private void add(TypeMap.Builder builder, int depth, long index, TypeMap item) {
        Dimension dimension = dimensions.get(depth);
        long origin = index * dimension.size;
        for (Span span : dimension.spans) {
            if (depth == dimensions.size() - 1) {
                builder.add((origin + span.start) * item.extent(), span.length, item);
            } else {
                for (int i = 0; i < span.length; i++) {
                    add(builder, depth + 1, origin + span.start + i, item);
                }
            }
        }
    }

    private static void checkInt(long elements) {
        if ((int) elements != elements) {
            throw new EngineException(ErrorClass.ERR_ARG, "the array has " + elements + " elements or more, which no"
                + " int holds; divide it along its slowest dimension, and place each division by an offset, or by the"
                + " displacement of a view");
        }
    }
}
