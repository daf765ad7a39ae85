package mpj.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mpj.engine.match.Envelope;
import org.junit.jupiter.api.Test;

class ContextTest {
    private static List<Integer> numbers(Context context) {
        return List.of(context.pointToPoint(), context.collective(), context.agreement(), context.window());
    }

    @Test
    void noTwoKindsOfMessagesHaveTheSameNumber() {
        Set<Integer> all = new HashSet<>();
        for (int id : new int[] {0, 1, 2, Context.IDS - 2, Context.IDS - 1}) {
            Context context = new Context(id);
            for (int number : numbers(context)) {
                assertTrue(all.add(number), () -> number + " was there already");
                assertEquals(context, Context.of(number));
                assertTrue(context.has(number));
                assertEquals(number == context.pointToPoint(), Context.isPointToPoint(number));
            }
            assertFalse(new Context(id + 1).has(context.window()));
        }
    }

    @Test
    void largestNumberFitsAnEnvelope() {
        int largest = new Context(Context.IDS - 1).window();
        assertEquals(largest, Envelope.context(Envelope.pack(Envelope.MESSAGE, largest, 7)));
    }
}
