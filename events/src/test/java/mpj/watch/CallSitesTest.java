package mpj.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.tools.Site;
import org.junit.jupiter.api.Test;

class CallSitesTest {
    private static final long ABOVE = 20_000;
    private static final long WALK = 5_000;

    private int line;
    private long now;
    private final CallSites sites = new CallSites(ABOVE, this::walk, () -> now);

    private Site walk() {
        now += WALK;
        return new Site("Solver.java:" + line, "Solver.step");
    }

    private String at(int newLine, long nanoseconds) {
        line = newLine;
        return sites.of(7, nanoseconds).site().line();
    }

    @Test
    void aShortCallHasThePlaceOfTheLastOne() {
        assertEquals("Solver.java:1", at(1, 100));
        assertEquals("Solver.java:1", at(2, 100));
    }

    @Test
    void aLongCallHasItsOwn() {
        assertEquals("Solver.java:1", at(1, 100));
        assertEquals("Solver.java:2", at(2, 100 * WALK + 1));
    }

    @Test
    void aCallThatWaitedForThePeersWalkIsShort() {
        assertEquals("Solver.java:1", at(1, 100));
        assertEquals("Solver.java:1", at(2, ABOVE + WALK));
    }

    @Test
    void theStackOfTheFirstLongCallIsWalkedAtAnyCost() {
        assertEquals("Solver.java:1", at(1, ABOVE + 1));
    }

    @Test
    void callsThatTakeTurnsAreLookedUpNoMoreOftenThanOne() {
        for (long key = 1; key <= 64; key++) {
            long other = key * 0x12345677L;
            CallSites two = new CallSites(ABOVE, this::walk, () -> now);
            now = 0;
            for (int call = 0; call < 1000; call++) {
                two.of(key, 100);
                two.of(other, 100);
            }
            assertTrue(now <= 2 * 6 * WALK, "calls " + key + " and " + other + " were looked up " + now / WALK
                + " times");
        }
    }

    @Test
    void thePlaceIsLookedUpAgainNowAndThen() {
        at(1, 100);
        String found = "";
        for (int call = 0; call < 100; call++) {
            found = at(2, 100);
        }
        assertEquals("Solver.java:2", found);
    }

    private static StackTraceElement frame(String type, String method, int line) {
        return new StackTraceElement(type, method, type.replaceAll(".*\\.", "") + ".java", line);
    }

    @Test
    void thePlaceOfAnotherThreadIsTheFirstBelowTheLibrary() {
        assertEquals("Solver.java:41", CallSites.in(new StackTraceElement[] {frame("sun.nio.ch.EPoll", "wait", -2),
            frame("mpj.transport.nio.Sleeper", "sleep", 5), frame("mpi.Comm", "recv", 9),
            frame("mpj.checkpoint.FileCheckpoint", "save", 7), frame("heat.Solver", "step", 41),
            frame("heat.Solver", "main", 12)}).line());
        assertEquals(Site.UNKNOWN, CallSites.in(new StackTraceElement[0]));
    }
}
