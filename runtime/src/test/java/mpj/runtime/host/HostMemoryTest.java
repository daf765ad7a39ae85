package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostMemoryTest {
    private static final List<String> TWO_GIBIBYTES = List.of("MemTotal:        1048576 kB", "MemFree:   12 kB",
        "SwapTotal:       1048576 kB");

    @Test
    void ranksThatHaveRoomStart() {
        assertDoesNotThrow(() -> HostMemory.check("alpha", 85, TWO_GIBIBYTES));
        assertDoesNotThrow(() -> HostMemory.check("alpha", 1 << 20, List.of()));
    }

    @Test
    void moreThanTheHostsMemoryAreRefused() {
        HostException refused = assertThrows(HostException.class,
            () -> HostMemory.check("alpha", 100_000, TWO_GIBIBYTES));
        assertEquals("100000 ranks on alpha need at least 2343.8 GiB of memory (24 MiB each), and it has 2.0: take"
            + " fewer (-np), more hosts (--host), or threads of one JVM (-dev multicore)", refused.getMessage());
    }
}
