package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares Dims_create with all factorizations. */
final class DimsCreateProperties {
    private static int[] created(int nnodes, int... dims) {
        Cartcomm.Dims_create(nnodes, dims);
        return dims;
    }

    /** The best factorization: its factors do not increase, and the earlier ones are as small as possible. */
    private static int[] best(int number, int factors, int bound) {
        if (factors == 0) {
            return number == 1 ? new int[0] : null;
        }
        for (int first = 1; first <= Math.min(number, bound); first++) {
            int[] rest = number % first == 0 ? best(number / first, factors - 1, first) : null;
            if (rest != null) {
                int[] all = new int[factors];
                all[0] = first;
                System.arraycopy(rest, 0, all, 1, rest.length);
                return all;
            }
        }
        return null;
    }

    @Property
    void freeDimensionsAreBalanced(@ForAll @IntRange(min = 1, max = 600) int nnodes,
                                   @ForAll @IntRange(min = 1, max = 4) int dimensions) {
        assertArrayEquals(best(nnodes, dimensions, nnodes), created(nnodes, new int[dimensions]));
    }

    @Property
    void givenDimensionsStay(@ForAll @IntRange(min = 1, max = 50) int given,
                             @ForAll @IntRange(min = 1, max = 50) int rest) {
        int[] dims = created(given * rest, 0, given, 0);
        assertEquals(given, dims[1]);
        assertArrayEquals(created(rest, 0, 0), new int[] {dims[0], dims[2]});
    }

    @Example
    void examplesOfTheStandard() {
        assertArrayEquals(new int[] {3, 2}, created(6, 0, 0));
        assertArrayEquals(new int[] {7, 1}, created(7, 0, 0));
        assertArrayEquals(new int[] {2, 3, 1}, created(6, 0, 3, 0));
        assertEquals(MPI.ERR_DIMS, assertThrows(MPIException.class, () -> created(7, 0, 3, 0)).Get_error_class());
    }

    @Example
    void largeNumbersTakeNoTime() {
        assertArrayEquals(new int[] {Integer.MAX_VALUE, 1, 1}, created(Integer.MAX_VALUE, 0, 0, 0));
        int[] twos = new int[30];
        Arrays.fill(twos, 2);
        assertArrayEquals(twos, created(1 << 30, new int[30]));
        assertArrayEquals(new int[] {1024, 1024, 1024}, created(1 << 30, 0, 0, 0));
    }

    @Example
    void wrongArgumentsAreRefused() {
        assertEquals(MPI.ERR_ARG, assertThrows(MPIException.class, () -> created(0, 0)).Get_error_class());
        assertEquals(MPI.ERR_ARG,
            assertThrows(MPIException.class, () -> Cartcomm.Dims_create(4, null)).Get_error_class());
        assertEquals(MPI.ERR_DIMS, assertThrows(MPIException.class, () -> created(4, -2, 0)).Get_error_class());
        assertEquals(MPI.ERR_DIMS, assertThrows(MPIException.class, () -> created(8, 2, 2)).Get_error_class());
        assertArrayEquals(new int[] {2, 4}, created(8, 2, 4));
    }
}
