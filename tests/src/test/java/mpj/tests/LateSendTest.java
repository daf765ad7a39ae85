package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import mpj.tests.programs.LateSend;
import org.junit.jupiter.api.Test;

/** A first message to a rank that is just ending. Only an ordinary user cannot open that rank's memory any more. */
class LateSendTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @Test
    void rankThatEndsBeforeItsMemoryIsOpenedIsLost() {
        Job.Result result = Job.start(List.of("-np", "2", "-Dmpj.transport=shm", LateSend.class.getName()))
            .await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(1, result.out().size(), result::toString);
        assertTrue(result.out().getFirst().startsWith("MPI_ERR_PROC_FAILED: rank 1 is lost: "), result::toString);
    }
}
