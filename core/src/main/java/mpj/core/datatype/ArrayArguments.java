package mpj.core.datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import mpj.core.datatype.ArrayPart.Span;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** Checks the arguments for a datatype of a part of an array, and finds the part. */
final class ArrayArguments {
    private static final String SIZES = "sizes";

    private ArrayArguments() {
    }

    static ArrayPart subarray(int[] sizes, int[] subsizes, int[] starts, int order) {
        checkSizes(SIZES, sizes);
        checkAsMany("subSizes", subsizes, SIZES, sizes);
        checkAsMany("starts", starts, SIZES, sizes);
        List<List<Span>> spans = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            String size = "the array has " + sizes[i] + " items in this dimension";
            checkRange("subSizes", i, subsizes[i], 1, sizes[i], size);
            checkRange("starts", i, starts[i], 0, sizes[i] - subsizes[i], size + ", the part " + subsizes[i]);
            spans.add(List.of(new Span(starts[i], subsizes[i])));
        }
        return part(sizes, spans, order);
    }

    static ArrayPart darray(int size, int rank, int[] gsizes, int[] distribs, int[] dargs, int[] psizes, int order) {
        checkSizes("gSizes", gsizes);
        checkAsMany("distribs", distribs, "gSizes", gsizes);
        checkAsMany("dArgs", dargs, "gSizes", gsizes);
        checkAsMany("pSizes", psizes, "gSizes", gsizes);
        checkSizes("pSizes", psizes);
        long ranks = 1;
        for (int psize : psizes) {
            ranks *= psize; // cannot overflow, because it stays below the square of an int
            if (ranks > Integer.MAX_VALUE) {
                break;
            }
        }
        if (ranks != size) {
            throw wrong("size is " + size + ", but the grid of pSizes has " + ranks + " ranks; these must be equal");
        }
        if (rank < 0 || rank >= size) {
            throw wrong("rank is " + rank + "; it must be 0 to " + (size - 1) + ", as size is " + size);
        }
        List<List<Span>> spans = new ArrayList<>();
        int cells = size;
        int cell = rank;
        for (int i = 0; i < gsizes.length; i++) {
            cells /= psizes[i];
            spans.add(spans(i, gsizes[i], distribs[i], dargs[i], psizes[i], cell / cells));
            cell %= cells;
        }
        return part(gsizes, spans, order);
    }

    /** The indexes in a dimension of the ranks at a coordinate of the grid. */
    private static List<Span> spans(int dimension, int items, int distribution, int argument, int ranks,
                                    int coordinate) {
        boolean usual = argument == Constants.DISTRIBUTE_DFLT_DARG;
        if (distribution != Constants.DISTRIBUTE_NONE && argument < 1 && !usual) {
            throw wrong("dArgs[" + dimension + "] is " + argument + "; it must be at least 1, or"
                + " MPI.DISTRIBUTE_DFLT_DARG");
        }
        return switch (distribution) {
            case Constants.DISTRIBUTE_BLOCK -> {
                int block = usual ? Math.ceilDiv(items, ranks) : argument;
                if ((long) block * ranks < items) {
                    throw wrong("dArgs[" + dimension + "] is " + block + ": blocks of " + block + " items on "
                        + ranks + " ranks hold fewer than the array's " + items + " items; make it "
                        + Math.ceilDiv(items, ranks) + " or more, or use MPI.DISTRIBUTE_CYCLIC");
                }
                yield blocks(items, block, (long) block * coordinate, Long.MAX_VALUE);
            }
            case Constants.DISTRIBUTE_CYCLIC -> {
                int block = usual ? 1 : argument;
                yield blocks(items, block, (long) block * coordinate, (long) block * ranks);
            }
            case Constants.DISTRIBUTE_NONE -> {
                if (ranks != 1) {
                    throw wrong("pSizes[" + dimension + "] is " + ranks + "; it must be 1, since the dimension is not"
                        + " distributed");
                }
                yield List.of(new Span(0, items));
            }
            default -> throw wrong("distribs[" + dimension + "] is " + distribution + "; it must be"
                + " MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_CYCLIC or MPI.DISTRIBUTE_NONE");
        };
    }

    /** Blocks at a distance, as far as the dimension has items. */
    private static List<Span> blocks(int items, int block, long first, long distance) {
        List<Span> spans = new ArrayList<>();
        for (long start = first; start < items; start += Math.min(distance, items)) {
            spans.add(new Span((int) start, (int) Math.min(block, items - start)));
        }
        return spans;
    }

    private static ArrayPart part(int[] sizes, List<List<Span>> spans, int order) {
        if (order != Constants.ORDER_C && order != Constants.ORDER_FORTRAN) {
            throw wrong("order is " + order + "; it must be MPI.ORDER_C or MPI.ORDER_FORTRAN");
        }
        ArrayPart part = new ArrayPart();
        int last = sizes.length - 1;
        IntStream.rangeClosed(0, last).map(i -> order == Constants.ORDER_C ? i : last - i)
            .forEach(i -> part.add(sizes[i], spans.get(i)));
        return part;
    }

    private static void checkSizes(String argument, int[] sizes) {
        if (sizes == null || sizes.length == 0) {
            throw wrong(argument + " is " + (sizes == null ? "null" : "empty")
                + "; pass an array with a number for each dimension");
        }
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] < 1) {
                throw wrong(argument + "[" + i + "] is " + sizes[i] + "; it must be at least 1");
            }
        }
    }

    private static void checkAsMany(String argument, int[] numbers, String other, int[] others) {
        if (numbers == null || numbers.length != others.length) {
            throw wrong(argument + " " + (numbers == null ? "is null" : "has " + numbers.length + " elements") + ", "
                + other + " has " + others.length + "; their lengths must be equal");
        }
    }

    private static void checkRange(String argument, int index, int value, int least, int most, String why) {
        if (value < least || value > most) {
            throw wrong(argument + "[" + index + "] is " + value + "; it must be " + least
                + (least == most ? "" : " to " + most) + ", as " + why);
        }
    }

    private static EngineException wrong(String message) {
        return new EngineException(ErrorClass.ERR_ARG, message);
    }
}
