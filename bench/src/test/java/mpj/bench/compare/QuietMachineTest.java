package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuietMachineTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    /**
     * Measurements of the load, each of which takes a second and gives one of these loads. They last ten seconds at
     * most.
     */
    private QuietMachine machine(List<Double> loads) {
        Iterator<Double> each = loads.iterator();
        return new QuietMachine(each::next, 1, 10, new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @Test
    void quietMachineIsNotWaitedFor() {
        assertTrue(machine(List.of(0.1)).await());
        assertEquals("", printed.toString(StandardCharsets.UTF_8));
    }

    @Test
    void reportsForWhatAndHowLongItWaits() {
        assertTrue(machine(List.of(0.9, 0.5, 0.1)).await());
        assertEquals("# waiting for a quiet machine, at most 10 s: other processes use 90 % of it (limit 15 %)\n",
            printed.toString(StandardCharsets.UTF_8));
    }

    @Test
    void givesUpAtItsLimit() {
        assertFalse(machine(List.of(0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9)).await());
    }
}
