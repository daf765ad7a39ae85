package mpj.apps.nbody;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class KeyOrderTest {
    @Property
    void sortsAndKeepsThePlaces(@ForAll List<@LongRange(max = Long.MAX_VALUE) Long> given) {
        long[] keys = given.stream().mapToLong(Long::longValue).toArray();
        KeyOrder order = new KeyOrder();
        System.arraycopy(keys, 0, order.forKeys(keys.length), 0, keys.length);
        order.sort();
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        assertArrayEquals(sorted, Arrays.copyOf(order.keys(), order.count()));
        assertArrayEquals(sorted,
            IntStream.range(0, order.count()).mapToLong(i -> keys[order.places()[i]]).toArray());
        assertEquals(keys.length, IntStream.of(order.places()).limit(keys.length).distinct().count());
    }

    @Property
    void equalKeysComeInTheOrderOfIdentities(@ForAll List<@LongRange(max = 3) Long> keys) {
        double[] records = new double[keys.size() * Particles.WIDTH];
        KeyOrder order = new KeyOrder();
        long[] given = order.forKeys(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            given[i] = keys.get(i);
            // Any order other than the order of the places.
            records[i * Particles.WIDTH + Particles.WIDTH - 1] = i * 7919 % 1009;
        }
        order.sort();
        order.sortEqualKeys(records);
        for (int i = 1; i < order.count(); i++) {
            long earlier = order.keys()[i - 1];
            assertEquals(1, earlier < order.keys()[i] ? 1 : Double.compare(
                Particles.identity(records, order.places()[i]), Particles.identity(records, order.places()[i - 1])));
        }
    }

    @Property
    void lowerBoundHasLesserKeysBeforeIt(@ForAll List<@LongRange(max = 100) Long> keys,
                                         @ForAll @LongRange(max = 101) long bound) {
        KeyOrder order = new KeyOrder();
        long[] given = order.forKeys(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            given[i] = keys.get(i);
        }
        order.sort();
        assertEquals(keys.stream().filter(key -> key < bound).count(), order.lowerBound(bound));
        assertEquals(keys.size(), order.lowerBound(Hilbert.span(0)));
    }
}
