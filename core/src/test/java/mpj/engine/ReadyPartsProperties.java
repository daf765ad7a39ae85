package mpj.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ReadyPartsProperties {
    @Property
    void readyIsTheLongestPrefixWithoutAGap(@ForAll @IntRange(min = 1, max = 200) int count,
                                            @ForAll @IntRange(max = 100) int bytesOfEach, @ForAll Random random) {
        ReadyParts parts = new ReadyParts(count, bytesOfEach);
        for (int start = 0; start < 2; start++) {
            parts.clear();
            Set<Integer> added = new HashSet<>();
            for (int part : shuffled(count, random)) {
                added.add(part);
                int prefix = 0;
                while (added.contains(prefix)) {
                    prefix++;
                }
                assertEquals((long) prefix * bytesOfEach, parts.add(part));
                assertEquals(added.size() == count, parts.all());
            }
        }
    }

    @Property
    void partThatIsReadyAlreadyOrIsNotThereIsRefused(@ForAll @IntRange(min = 1, max = 50) int count,
                                                     @ForAll Random random) {
        ReadyParts parts = new ReadyParts(count, 8);
        int part = random.nextInt(count);
        parts.add(part);
        for (int wrong : new int[] {part, -1, count}) {
            EngineException e = assertThrows(EngineException.class, () -> parts.add(wrong));
            assertEquals(ErrorClass.ERR_ARG, e.error());
        }
    }

    private static List<Integer> shuffled(int count, Random random) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        return order;
    }
}
