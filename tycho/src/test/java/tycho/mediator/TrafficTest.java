package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How many messages topics have, by a clock that the test moves. */
class TrafficTest {
    private final AtomicLong now = new AtomicLong();
    private final Traffic traffic = new Traffic(now::get);

    private void pass(int seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void aRateIsOfTheLastSecondsOnly() {
        traffic.add(Map.of("a", 30L));
        pass(4);
        traffic.add(Map.of("a", 10L, "b", 100L));
        assertEquals(List.of(new Traffic.Rate("b", 10, 100), new Traffic.Rate("a", 4, 40)), traffic.rates());
        pass(6);
        assertEquals(List.of(new Traffic.Rate("b", 10, 100), new Traffic.Rate("a", 1, 40)), traffic.rates());
        pass(4);
        assertEquals(List.of(new Traffic.Rate("a", 0, 40), new Traffic.Rate("b", 0, 100)), traffic.rates());
        pass(1_000);
        assertEquals(List.of(), traffic.takeUntold().keySet().stream().toList());
        assertEquals(List.of(), traffic.rates());
    }

    @Test
    void theOthersAreToldOnceAndOnlyOfOwnClients() {
        traffic.addOwn(Map.of("a", 1L));
        traffic.addOwn(Map.of("a", 2L, "b", 5L));
        traffic.add(Map.of("a", 100L));
        assertEquals(Map.of("a", 3L, "b", 5L), traffic.takeUntold());
        assertEquals(Map.of(), traffic.takeUntold());
        assertEquals(103, traffic.rates().getFirst().messages());
    }
}
