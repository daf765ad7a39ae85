package mpj.engine.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ByNumberProperties {
    private final ByNumber<String> messages = new ByNumber<>();
    private final Map<Long, String> model = new HashMap<>();

    /** Few numbers, so that many numbers share a place, or follow each other across the end of the table. */
    @Property
    void holdsWhatAMapHolds(@ForAll @IntRange(min = 1, max = 300) int steps,
                            @ForAll @IntRange(min = 1, max = 100) int numbers,
                            @ForAll @IntRange(min = 1, max = 64) int stride, @ForAll Random random) {
        messages.clear();
        model.clear();
        for (int step = 0; step < steps; step++) {
            long number = (long) random.nextInt(numbers) * stride;
            if (random.nextInt(5) < 3) {
                messages.put(number, "message " + step);
                model.put(number, "message " + step);
            } else {
                messages.remove(number);
                model.remove(number);
            }
            assertSame(numbers, stride);
        }
    }

    private void assertSame(int numbers, int stride) {
        for (long number = 0; number < (long) numbers * stride; number += stride) {
            assertEquals(model.get(number), messages.get(number));
        }
        List<String> shown = new ArrayList<>();
        messages.forEach(shown::add);
        assertEquals(model.size(), shown.size());
        assertEquals(new HashSet<>(model.values()), new HashSet<>(shown));
    }

    @Property
    void afterClearNothingIsThere(@ForAll List<Long> numbers) {
        numbers.forEach(number -> messages.put(number, "message"));
        messages.clear();
        numbers.forEach(number -> assertNull(messages.get(number)));
        messages.forEach(message -> assertNull(message));
    }
}
