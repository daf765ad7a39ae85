package mpj.bench.compare;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;

/** Waits until no other process uses the machine. */
final class QuietMachine {
    static final double LOAD_LIMIT = 0.15;

    private final DoubleSupplier load;
    private final double limitSeconds;
    private final double watchSeconds;
    private final PrintStream out;

    /**
     * @param load the part of the time of all cores, 0 to 1, that other processes use during one look
     * @param watchSeconds the seconds of one look
     * @param limitSeconds how long to wait at most; 0 means a single look
     * @param out the stream for the line that says that it waits
     */
    QuietMachine(DoubleSupplier load, double watchSeconds, double limitSeconds, PrintStream out) {
        this.load = load;
        this.watchSeconds = watchSeconds;
        this.limitSeconds = limitSeconds;
        this.out = out;
    }

    /** This machine, watched by a process that sleeps meanwhile. */
    static QuietMachine here(double limitSeconds, PrintStream out) {
        return new QuietMachine(() -> Fairness.load(List.of()), Fairness.IDLE_WATCH_MILLISECONDS / 1e3, limitSeconds,
            out);
    }

    /** Waits. Returns whether the machine became quiet in time. */
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
