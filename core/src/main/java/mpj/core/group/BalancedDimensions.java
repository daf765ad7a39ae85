package mpj.core.group;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Divides a number of ranks into factors that are as close to each other as possible. The largest factor is as small as
 * possible, then the next largest, and so on. MPI wants the factors in non-increasing order.
 */
public final class BalancedDimensions {
    private BalancedDimensions() {
    }

    /** Fills the places that hold 0. */
    public static void fill(int nnodes, int[] dims) {
        if (nnodes < 1) {
            throw new EngineException(ErrorClass.ERR_ARG, "nnodes is " + nnodes + "; it must be at least 1");
        }
        if (dims == null) {
            throw new EngineException(ErrorClass.ERR_ARG, "dims is null; pass an array with 0 for each dimension to"
                + " find");
        }
        int rest = nnodes;
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] < 0 || dims[i] > 0 && rest % dims[i] != 0) {
                throw new EngineException(ErrorClass.ERR_DIMS, "dims[" + i + "] is " + dims[i]
                    + "; the product of the"
                    + " given dimensions must divide nnodes, " + nnodes + ", and those to be found must be 0");
            }
            rest = dims[i] > 0 ? rest / dims[i] : rest;
        }
        int free = (int) Arrays.stream(dims).filter(dim -> dim == 0).count();
        int[] factors = new int[free];
        if (!factor(rest, divisors(rest), factors, 0, rest)) {
            throw new EngineException(ErrorClass.ERR_DIMS, "dims " + Arrays.toString(dims) + " are all given, but their"
                + " product is not nnodes, " + nnodes + "; set those to be found to 0");
        }
        for (int i = 0, next = 0; i < dims.length; i++) {
            if (dims[i] == 0) {
                dims[i] = factors[next++];
            }
        }
    }

    /**
     * Writes the number as a product of factors, from this place on, none of them larger than the bound. Returns false
     * if that cannot be done.
     *
     * @param divisors the divisors of the number, and perhaps other numbers, ascending
     */
    private static boolean factor(int number, int[] divisors, int[] factors, int place, int bound) {
        int left = factors.length - place;
        if (left == 0) {
            return number == 1;
        }
        // The largest factor is at least the root. The best largest factor is the smallest one for which the other
        // factors can be found.
        int root = (int) Math.pow(number, 1.0 / left);
        for (int divisor : divisors) {
            if (divisor >= root && divisor <= bound && number % divisor == 0
                && factor(number / divisor, divisors, factors, place + 1, divisor)) {
                factors[place] = divisor;
                return true;
            }
        }
        return false;
    }

    private static int[] divisors(int number) {
        return IntStream.rangeClosed(1, (int) Math.sqrt(number)).filter(small -> number % small == 0)
            .flatMap(small -> IntStream.of(small, number / small)).distinct().sorted().toArray();
    }
}
