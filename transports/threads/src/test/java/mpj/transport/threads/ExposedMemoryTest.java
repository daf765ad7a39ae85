package mpj.transport.threads;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExposedMemoryTest {
    private static final int STEPS = 20_000;
    private static final int MOST = 300;

    @Test
    void numberFindsItsMemoryUntilThatIsTakenBackAndNeverAnother() {
        ExposedMemory exposed = new ExposedMemory();
        Map<Long, MemorySegment> expected = new HashMap<>();
        Random random = new Random(1);
        for (int i = 0; i < STEPS; i++) {
            if (expected.size() < random.nextInt(MOST)) {
                MemorySegment memory = MemorySegment.ofArray(new byte[1]);
                assertNull(expected.put(exposed.add(memory), memory), "a number comes once");
            } else {
                long number = expected.keySet().stream().skip(random.nextInt(expected.size())).findFirst()
                    .orElseThrow();
                exposed.remove(number);
                expected.remove(number);
                assertNull(exposed.find(number));
            }
        }
        expected.forEach((number, memory) -> assertSame(memory, exposed.find(number)));
    }
}
