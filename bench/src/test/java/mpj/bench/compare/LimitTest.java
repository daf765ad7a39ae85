package mpj.bench.compare;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = SECONDS)
class LimitTest {
    private static PinnedPair firstTwoCpus() {
        int[] cpus = Affinity.allowed(ProcessHandle.current().pid()).stream().limit(2).toArray();
        assumeTrue(cpus.length == 2, "two threads that poll need two CPUs");
        return new PinnedPair(cpus[0], cpus[1]);
    }

    @Test
    void everyLimitMeasuresSmallAndLargeMessages() {
        PinnedPair pair = firstTwoCpus();
        for (Limit limit : List.of(new SharedMemoryExchange(pair), new SocketExchange(pair),
                new MemoryCopy(pair.firstCpu()))) {
            for (int bytes : new int[] {0, 8, 100_000}) {
                double microseconds = limit.microseconds(bytes);
                assertTrue(microseconds > 0 && Double.isFinite(microseconds),
                    () -> limit.label() + ", " + bytes + " bytes: " + microseconds);
            }
        }
    }

    @Test
    void flagExchangeTakesTime() {
        PinnedPair pair = firstTwoCpus();
        assertTrue(new FlagExchange(pair).microseconds() > 0);
    }
}
