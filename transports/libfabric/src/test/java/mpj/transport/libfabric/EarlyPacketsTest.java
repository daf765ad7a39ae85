package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Packets that wait for others. */
class EarlyPacketsTest {

    @Test
    void keepsEachUntilItIsAskedFor() {
        try (Arena arena = Arena.ofConfined()) {
            EarlyPackets early = new EarlyPackets(64, arena);
            for (int lap = 0; lap < 3; lap++) {
                for (int number = 9; number > 0; number--) {
                    MemorySegment packet = arena.allocate(64);
                    packet.set(ValueLayout.JAVA_INT, 8, number + 100 * lap);
                    early.keep(number, packet, 8, number + 4);
                }
                assertEquals(EarlyPackets.NONE, early.find(10));
                for (int number = 1; number < 10; number++) {
                    int place = early.find(number);
                    assertEquals(number + 100 * lap, early.packet(place).get(ValueLayout.JAVA_INT, 0));
                    assertEquals(number + 4, early.length(place));
                    early.remove(place);
                    assertEquals(EarlyPackets.NONE, early.find(number));
                }
            }
        }
    }
}
