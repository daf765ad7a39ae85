package mpj.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Who keeps whose state. */
class PartnersTest {
    @Property(tries = 500)
    void partnersAreOnOtherHostsWherePossible(
        @ForAll @Size(min = 2, max = 12) List<@IntRange(max = 4) Integer> numbers) {
        List<String> hosts = numbers.stream().map(number -> "host" + number).toList();
        int ranks = hosts.size();
        List<Partners> all = IntStream.range(0, ranks).mapToObj(rank -> Partners.of(hosts, rank)).toList();
        int apart = 0;
        for (int rank = 0; rank < ranks; rank++) {
            int keeper = all.get(rank).keeper();
            assertTrue(keeper != rank, hosts::toString);
            assertEquals(rank, all.get(keeper).kept());
            apart += hosts.get(rank).equals(hosts.get(keeper)) ? 0 : 1;
        }
        int largest = hosts.stream().mapToInt(host -> Collections.frequency(hosts, host)).max().orElseThrow();
        assertEquals(Math.min(ranks, 2 * (ranks - largest)), apart, hosts::toString);
    }
}
