package mpj.collectives;

import java.util.Locale;

/**
 * Fits the constants of {@link HostModel} to a measured table: changes one constant at a time as long as this makes the
 * mean square of the logarithms of predicted and measured times smaller. Each constant keeps within a range that makes
 * sense for a processor of our days, so that two constants that a table does not tell apart do not run away.
 */
final class HostFit {
    private static final String[] NAMES = {"call", "look", "line", "port", "copyCall", "reduceCall", "far",
        "memoryRate", "room", "remote", "hotRate", "combine"};
    private static final double[] LEAST = {0.1, 0.003, 0.05, 0.002, 0.01, 0.02, 0.03, 20, 0.02, 0.03, 20, 0.02};
    private static final double[] MOST = {1, 0.03, 0.3, 0.1, 0.2, 0.3, 0.3, 200, 0.4, 0.2, 200, 0.3};
    private static final double SMALLEST_STEP = 1.005;

    private final HostTable table;

    HostFit(HostTable table) {
        this.table = table;
    }

    /** The mean square of ln(predicted / measured). */
    double error(HostModel model) {
        return table.entries().parallelStream().mapToDouble(entry -> {
            double log = Math.log(entry.predicted(model) / entry.measured());
            return log * log;
        }).average().orElse(0);
    }

    HostModel from(HostModel start) {
        double[] best = start.fitted();
        double error = error(start);
        for (double step = 1.3; step > SMALLEST_STEP;) {
            boolean better = false;
            for (int i = 0; i < best.length; i++) {
                for (double factor : new double[] {step, 1 / step}) {
                    double[] tried = best.clone();
                    tried[i] = Math.clamp(best[i] * factor, LEAST[i], MOST[i]);
                    double its = error(start.with(tried));
                    if (its < error) {
                        best = tried;
                        error = its;
                        better = true;
                    }
                }
            }
            step = better ? step : Math.sqrt(step);
        }
        return start.with(best);
    }

    /** The fit as text: the constants, and each entry with its predicted time. */
    String report(HostModel model) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%s: %s%n", table.name(), model.source()));
        double[] fitted = model.fitted();
        for (int i = 0; i < fitted.length; i++) {
            text.append(String.format(Locale.ROOT, "  %-11s %.4g%s%n", NAMES[i], fitted[i],
                fitted[i] <= LEAST[i] || fitted[i] >= MOST[i] ? "  (at the end of its range)" : ""));
        }
        for (HostTable.Entry entry : table.entries()) {
            double predicted = entry.predicted(model);
            text.append(String.format(Locale.ROOT, "  %-58s measured %8.2f  predicted %8.2f  ratio %.2f%n", entry,
                entry.measured(), predicted, predicted / entry.measured()));
        }
        return text.append(String.format(Locale.ROOT, "  error %.3f (root of the mean square of ln(ratio))%n",
            Math.sqrt(error(model)))).toString();
    }
}
