package mpj.transport.mpi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import mpj.bindings.mpi.mpi_h;
import org.junit.jupiter.api.Test;

/** Error classes of the ABI, and the numbers that Open MPI gives them. No library is needed to compare the two. */
class MpiErrorsTest {
    /** The ABI's number of the last error class of MPI 5, which is MPI_ERR_ABI. */
    private static final int LAST = 62;
    private static final int OTHER = 16;

    /** Each row has the ABI's number and Open MPI's. */
    private static final int[][] DIFFERENT = {
        {mpi_h.MPI_ERR_PENDING(), 19},
        {mpi_h.MPI_ERR_IN_STATUS(), 18},
        {46, 57}, // MPI_ERR_RMA_ATTACH
        {mpi_h.MPI_ERR_RMA_CONFLICT(), 46},
        {48, 56}, // MPI_ERR_RMA_RANGE
        {49, 58}, // MPI_ERR_RMA_SHARED
        {mpi_h.MPI_ERR_RMA_SYNC(), 47},
        {mpi_h.MPI_ERR_SERVICE(), 48},
        {mpi_h.MPI_ERR_SIZE(), 49},
        {mpi_h.MPI_ERR_SPAWN(), 50},
        {mpi_h.MPI_ERR_UNSUPPORTED_DATAREP(), 51},
        {mpi_h.MPI_ERR_UNSUPPORTED_OPERATION(), 52},
        {mpi_h.MPI_ERR_WIN(), 53},
        {57, 59}, // MPI_ERR_RMA_FLAVOR
        {mpi_h.MPI_ERR_PROC_ABORTED(), 54},
        {59, 60}, // MPI_ERR_VALUE_TOO_LARGE
        {60, 61}, // MPI_ERR_SESSION
        {61, 62}, // MPI_ERR_ERRHANDLER
        {LAST, 63}};

    @Test
    void errorClassWithAnotherNumberGetsOpenMpis() {
        for (int[] each : DIFFERENT) {
            assertEquals(each[1], MpiErrors.errorClass(each[0]), "of the ABI's " + each[0]);
        }
    }

    @Test
    void earlierErrorClassesHaveOneNumber() {
        for (int each = mpi_h.MPI_SUCCESS(); each <= mpi_h.MPI_ERR_READ_ONLY(); each++) {
            if (each != mpi_h.MPI_ERR_PENDING() && each != mpi_h.MPI_ERR_IN_STATUS()) {
                assertEquals(each, MpiErrors.errorClass(each));
            }
        }
    }

    @Test
    void noTwoErrorClassesBecomeOne() {
        Set<Integer> all = new HashSet<>();
        for (int each = 0; each <= LAST; each++) {
            all.add(MpiErrors.errorClass(each));
        }
        assertEquals(LAST + 1, all.size());
    }

    @Test
    void errorClassThatALibraryHasAddedIsAnotherError() {
        for (int each : new int[] {LAST + 1, 1000, 0x3fffffff, Integer.MAX_VALUE}) {
            assertEquals(OTHER, MpiErrors.errorClass(each));
        }
    }

    @Test
    void successIsNoErrorAndNeedsNoLibrary() {
        assertDoesNotThrow(() -> MpiErrors.check(mpi_h.MPI_SUCCESS(), "MPI_Send_c"));
    }
}
