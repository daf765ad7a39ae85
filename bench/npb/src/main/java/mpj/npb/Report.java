package mpj.npb;

import java.util.Locale;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.Run;

/**
 * The report of a benchmark, in NPB's format.
 *
 * @param name the name of the benchmark
 * @param problem the size of the problem
 * @param outcome the result
 * @param times the times of the run
 * @param active how many ranks took part
 * @param ranks how many ranks the job had
 */
public record Report(String name, ProblemClass problem, Outcome outcome, Run.Times times, int active, int ranks) {
    private static final String[] TIMERS = {"total", "totcomp", "totcomm"};

    /** The lines that rank 0 prints. */
    public String text() {
        StringBuilder text = new StringBuilder();
        double rate = outcome.operations() / times.seconds() / 1e6;
        text.append("\n\n ").append(name).append(" Benchmark Completed.\n");
        line(text, "Class", problem);
        line(text, "Size", outcome.size());
        line(text, "Iterations", outcome.iterations());
        line(text, "Time in seconds", number(times.seconds()));
        line(text, "Total processes", ranks);
        line(text, "Active processes", active);
        line(text, "Mop/s total", number(rate));
        line(text, "Mop/s/process", number(rate / ranks));
        line(text, "Operation type", outcome.operationType());
        line(text, "Verification", outcome.verified() ? "SUCCESSFUL" : "UNSUCCESSFUL");
        line(text, "Version", "3.4");
        line(text, "Java", Runtime.version());
        if (times.withCommunication()) {
            text.append(String.format("%n nprocs = %5d           minimum     maximum     average%n", active));
            for (int i = 0; i < TIMERS.length; i++) {
                text.append(String.format(Locale.ROOT, " timer %2d(%-8s) :  %10.4f  %10.4f  %10.4f%n", i + 1, TIMERS[i],
                    times.least()[i], times.most()[i], times.mean()[i]));
            }
        }
        return text.append("\n").toString();
    }

    private static void line(StringBuilder text, String label, Object value) {
        text.append(String.format(" %-16s= %24s%n", label, value));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
