package mpj.core.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;

class ErrorClassTest {
    /** The error classes of MPI 5, in the order of the standard ABI. */
    private static final List<String> MPI_5 = List.of("SUCCESS", "ERR_BUFFER", "ERR_COUNT", "ERR_TYPE", "ERR_TAG",
        "ERR_COMM", "ERR_RANK", "ERR_REQUEST", "ERR_ROOT", "ERR_GROUP", "ERR_OP", "ERR_TOPOLOGY", "ERR_DIMS", "ERR_ARG",
        "ERR_UNKNOWN", "ERR_TRUNCATE", "ERR_OTHER", "ERR_INTERN", "ERR_PENDING", "ERR_IN_STATUS", "ERR_ACCESS",
        "ERR_AMODE", "ERR_ASSERT", "ERR_BAD_FILE", "ERR_BASE", "ERR_CONVERSION", "ERR_DISP", "ERR_DUP_DATAREP",
        "ERR_FILE_EXISTS", "ERR_FILE_IN_USE", "ERR_FILE", "ERR_INFO_KEY", "ERR_INFO_NOKEY", "ERR_INFO_VALUE",
        "ERR_INFO", "ERR_IO", "ERR_KEYVAL", "ERR_LOCKTYPE", "ERR_NAME", "ERR_NO_MEM", "ERR_NOT_SAME", "ERR_NO_SPACE",
        "ERR_NO_SUCH_FILE", "ERR_PORT", "ERR_QUOTA", "ERR_READ_ONLY", "ERR_RMA_ATTACH", "ERR_RMA_CONFLICT",
        "ERR_RMA_RANGE", "ERR_RMA_SHARED", "ERR_RMA_SYNC", "ERR_SERVICE", "ERR_SIZE", "ERR_SPAWN",
        "ERR_UNSUPPORTED_DATAREP", "ERR_UNSUPPORTED_OPERATION", "ERR_WIN", "ERR_RMA_FLAVOR", "ERR_PROC_ABORTED",
        "ERR_VALUE_TOO_LARGE", "ERR_SESSION", "ERR_ERRHANDLER", "ERR_ABI");
    private static final List<String> OF_FAILURES =
        List.of("ERR_PROC_FAILED", "ERR_PROC_FAILED_PENDING", "ERR_REVOKED");

    @Test
    void hasTheClassesOfMpi5AndOfFailures() {
        TreeSet<String> wanted = new TreeSet<>(MPI_5);
        wanted.addAll(OF_FAILURES);
        wanted.add("ERR_SYSRESOURCE"); // Open MPI's Java API has it
        assertEquals(wanted, new TreeSet<>(Arrays.stream(ErrorClass.values()).map(Enum::name).toList()));
    }

    @Test
    void numberLeadsBackToItsClass() {
        for (ErrorClass each : ErrorClass.values()) {
            assertSame(each, ErrorClass.of(each.code()));
        }
        assertEquals(ErrorClass.values().length - 1, ErrorClass.LAST.code());
        assertSame(ErrorClass.ERR_OTHER, ErrorClass.of(ErrorClass.LAST.code() + 1));
        assertSame(ErrorClass.ERR_OTHER, ErrorClass.of(-1));
    }

    @Test
    void numbersThatProgramsKnowStay() {
        assertEquals(1, ErrorClass.ERR_BUFFER.code());
        assertEquals(15, ErrorClass.ERR_TRUNCATE.code());
        assertEquals(18, ErrorClass.ERR_IN_STATUS.code());
        assertEquals(19, ErrorClass.ERR_PENDING.code());
        assertEquals(53, ErrorClass.ERR_WIN.code());
        assertEquals(55, ErrorClass.ERR_SYSRESOURCE.code());
    }
}
