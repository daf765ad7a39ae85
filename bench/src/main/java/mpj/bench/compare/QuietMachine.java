package mpj.bench.compare;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;

/** Waits until nobody else uses the machine. */
final class QuietMachine {
    static final double LOAD_LIMIT = 0.15;

    private final DoubleSupplier load;
    private final double limitSeconds;
    private final double watchSeconds;
    private final PrintStream out;

    /**
     * @param load the part of all cores' time, 0 to 1, that others take during one look
     * @param watchSeconds what a look takes
     * @param limitSeconds how long to wait at most; 0 for a single look
     * @param out where it says that it waits
     */
    QuietMachine(DoubleSupplier load, double watchSeconds, double limitSeconds, PrintStream out) {
        this.load = load;
        this.watchSeconds = watchSeconds;
        this.limitSeconds = limitSeconds;
        this.out = out;
    }

    /** This machine, seen from a process that sleeps. */
    static QuietMachine here(double limitSeconds, PrintStream out) {
        return new QuietMachine(() -> Fairness.load(List.of()), Fairness.IDLE_WATCH_MILLISECONDS / 1e3, limitSeconds,
            out);
    }

    /** Returns whether it has become quiet in time. */
    boolean await() {
        double seen = load.getAsDouble();
        double waited = watchSeconds;
        if (seen > LOAD_LIMIT && limitSeconds > 0) {
            out.printf(Locale.ROOT, "# waiting for a quiet machine, at most %.0f s: other processes use %.0f %% of it "
                + "(limit %.0f %%)%n", limitSeconds, 100 * seen, 100 * LOAD_LIMIT);
        }
        while (seen > LOAD_LIMIT && waited < limitSeconds) {
            seen = load.getAsDouble();
            waited += watchSeconds;
        }
        return seen <= LOAD_LIMIT;
    }
}
