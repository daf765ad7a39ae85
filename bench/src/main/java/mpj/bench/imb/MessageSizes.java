package mpj.bench.imb;

import java.util.ArrayList;
import java.util.List;

/** The message sizes of a table. */
final class MessageSizes {
    private MessageSizes() {
    }

    /**
     * Zero if wanted, then the powers of two from 2^leastLog to 2^mostLog, each made a whole number of elements.
     *
     * @param elementBytes bytes of an element: 1 for transfers of bytes, more for reductions
     */
    static List<Integer> powersOfTwo(int leastLog, int mostLog, boolean zero, int elementBytes) {
        List<Integer> sizes = new ArrayList<>(zero ? List.of(0) : List.of());
        long most = 1L << mostLog;
        for (long size = wholeElements(1L << leastLog, elementBytes); size <= most; size *= 2) {
            sizes.add(Math.toIntExact(size));
        }
        return sizes;
    }

    /** The given sizes, each made a whole number of elements. */
    static List<Integer> given(List<Integer> sizes, int elementBytes) {
        return sizes.stream().map(size -> Math.toIntExact(wholeElements(size, elementBytes))).toList();
    }

    private static long wholeElements(long bytes, int elementBytes) {
        return Math.ceilDiv(bytes, elementBytes) * elementBytes;
    }
}
