package mpj.tiers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;

@AddLifecycleHook(FewerTries.class)
class FewerTriesTest {
    private static int first;
    private static int second;

    @Property(tries = 300)
    void hasAHundredTriesUnlessItsTurnHasCome(@ForAll long number) {
        first++;
    }

    @Property(tries = 200)
    void hasTriesOfItsOwn(@ForAll long number) {
        second++;
    }

    @AfterContainer
    static void countTries() {
        String tests = FewerTriesTest.class.getName() + ".";
        assertEquals(Turn.hasComeFor(tests + "hasAHundredTriesUnlessItsTurnHasCome") ? 300 : 100, first);
        assertEquals(Turn.hasComeFor(tests + "hasTriesOfItsOwn") ? 200 : 100, second);
    }
}
