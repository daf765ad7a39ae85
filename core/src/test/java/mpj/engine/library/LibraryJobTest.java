package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;

/** A job whose library is not installed: the tests of this module have no transports. */
class LibraryJobTest {
    @Test
    void transportThatIsMissingIsNamed() {
        TransportException e = assertThrows(TransportException.class, () -> LibraryJob.join("mpi"));
        assertTrue(e.getMessage().startsWith("-Dmpj.transport=mpi: there is no transport mpi"), e.getMessage());
        assertTrue(e.getMessage().contains("mpj-transport-mpi"), e.getMessage());
    }
}
