package mpj.bench.imb;

import java.util.ArrayList;
import java.util.List;

/** The message sizes of a table. */
final class MessageSizes {
    private static final int LEAST_PERTURBED = 16;
    private static final int PERTURBATION = 3;

    private MessageSizes() {
    }

    /**
     * Zero if wanted, then the powers of two from 2^leastLog to 2^mostLog. Each size is made a whole number of
     * elements.
     *
     * @param elementBytes the bytes of an element: 1 for transfers of bytes, more for reductions
     */
    static List<Integer> powersOfTwo(int leastLog, int mostLog, boolean zero, int elementBytes) {
        List<Integer> sizes = new ArrayList<>(zero ? List.of(0) : List.of());
        long most = 1L << mostLog;
        for (long size = wholeElements(1L << leastLog, elementBytes); size <= most; size *= 2) {
            sizes.add(Math.toIntExact(size));
        }
        return sizes;
    }

    /**
     * NetPIPE's sizes: 1, 2, 3, 4, 6, 8, 12, and so on. Each is a half or a third more than the one before. From 16 on,
     * the sizes three bytes below and three bytes above are added to each, because they show how a library behaves at
     * the edges.
     *
     * @param most the largest size before perturbation
     */
    static List<Integer> perturbed(long most) {
        List<Integer> sizes = new ArrayList<>(List.of(1, 2, 3, 4, 6, 8, 12));
        for (long power = LEAST_PERTURBED; power <= most; power *= 2) {
            for (long size = power; size <= Math.min(most, power + power / 2); size += power / 2) {
                for (long perturbation = -PERTURBATION; perturbation <= PERTURBATION; perturbation += PERTURBATION) {
                    sizes.add(Math.toIntExact(size + perturbation));
                }
            }
        }
        sizes.removeIf(size -> size > most + PERTURBATION);
        return sizes;
    }

    /** The given sizes. Each size is made a whole number of elements. */
    static List<Integer> given(List<Integer> sizes, int elementBytes) {
        return sizes.stream().map(size -> Math.toIntExact(wholeElements(size, elementBytes))).toList();
    }

    private static long wholeElements(long bytes, int elementBytes) {
        return Math.ceilDiv(bytes, elementBytes) * elementBytes;
    }
}
