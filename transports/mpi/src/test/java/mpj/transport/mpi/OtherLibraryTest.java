package mpj.transport.mpi;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A library that has nothing to do with MPI: one of the JDK. The JVM of this class cannot load another. */
class OtherLibraryTest {
    @Test
    void libraryWithoutMpiIsNamed() {
        BrokenLibraryTest.assertUnavailable(Path.of(System.getProperty("java.home"), "lib", "libzip.so"),
            " is no library of MPI: it has no MPI_Init");
    }
}
