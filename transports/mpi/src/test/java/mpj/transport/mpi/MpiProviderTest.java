package mpj.transport.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpj.bindings.mpi.mpi_h;
import mpj.settings.Setting;
import mpj.transport.spi.LibraryProvider;
import mpj.transport.spi.Reach;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the transport says of itself before it has loaded a library. */
class MpiProviderTest {
    private final MpiProvider provider = new MpiProvider();

    @AfterEach
    void forget() {
        System.clearProperty("mpj.mpi.library");
    }

    @Test
    void transportIsNeverChosenAndOnlyAskedFor() {
        assertEquals("mpi", provider.name());
        assertEquals(Reach.NETWORK, provider.reach());
        assertEquals(Integer.MIN_VALUE, provider.preference());
        assertTrue(provider instanceof LibraryProvider);
    }

    @Test
    void transportIsNotOpenedBesideOthers() {
        String obstacle = provider.obstacle(null);
        assertEquals("transport mpi carries a whole job; name it alone: -Dmpj.transport=mpi", obstacle);
        TransportException e = assertThrows(TransportException.class, () -> provider.open(null, ""));
        assertEquals(obstacle, e.getMessage());
    }

    @Test
    void propertyNamesTheFileThatTheBindingsOpen() {
        Setting<?> library = new MpiProperties().settings().getFirst();
        assertEquals(List.of(MpiProperties.LIBRARY), new MpiProperties().settings());
        assertEquals("libmpi_abi.so.1", library.value());
        assertEquals(library.value(), mpi_h.SYMBOL_LOOKUP.name());
        System.setProperty("mpj.mpi.library", "/opt/other.so");
        assertEquals("/opt/other.so", library.value());
        assertEquals("/opt/other.so", mpi_h.SYMBOL_LOOKUP.name());
    }
}
