package mpj.apps.nbody;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class ExpansionTest {
    private static final Expansion GROWS = new Expansion.EinsteinDeSitter(0.05, 1, 40);

    @Property
    void partsOfAStepMakeTheWhole(@ForAll @DoubleRange(min = 0.01, max = 1) double from,
                                  @ForAll @DoubleRange(min = 1, max = 3) double to) {
        for (Expansion expansion : new Expansion[] {GROWS, new Expansion.None(0.1)}) {
            double middle = expansion.middle(from, to);
            assertEquals(expansion.kick(from, to), expansion.kick(from, middle) + expansion.kick(middle, to), 1e-12);
            assertEquals(expansion.drift(from, to), expansion.drift(from, middle) + expansion.drift(middle, to),
                1e-12);
        }
    }

    /** dt is the square root of a times da. The test sums many short steps. */
    @Test
    void kickAndDriftAreTheIntegrals() {
        double kick = 0;
        double drift = 0;
        int parts = 10_000;
        for (int i = 0; i < parts; i++) {
            double a = 0.2 + 0.6 * (i + 0.5) / parts;
            double time = Math.sqrt(a) * 0.6 / parts;
            kick += time / a;
            drift += time / (a * a);
        }
        assertEquals(kick, GROWS.kick(0.2, 0.8), 1e-7);
        assertEquals(drift, GROWS.drift(0.2, 0.8), 1e-7);
    }

    @Test
    void stepsBeginAndEndWhereAsked() {
        assertEquals(0.05, GROWS.time(0), 1e-15);
        assertEquals(1, GROWS.time(40), 1e-15);
    }
}
