package mpj.bench.tune;

import java.util.List;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpj.collectives.Algorithm;
import mpj.collectives.Collective;

/**
 * {@code bin/bench tune --predict -np 4}: compares predicted times with measured times. The predictions come from the
 * algorithms' formulas, with a model that is fitted from PingPong. Each line has the algorithm that wins by the model,
 * the algorithm that wins in fact, and the two times of each, in microseconds.
 *
 * <p>The model is wrong in two cases. It gives each rank its own port, but ranks that share a core have no ports of
 * their own. And its α and β describe messages, but through shared memory a flag is seen and a byte is copied in less
 * time.
 */
public final class Predict {
    private static final int[] SIZES = {8, 1 << 10, 16 << 10, 256 << 10, 1 << 20};
    private static final List<Collective> PREDICTED = List.of(Collective.BARRIER, Collective.BCAST, Collective.REDUCE,
        Collective.ALLREDUCE, Collective.ALLGATHER, Collective.ALLTOALL);

    private final Intracomm world = MPI.COMM_WORLD;
    private final CostModel model = CostModel.fitted(world);
    private final Candidates candidates = new Candidates(world);
    private int cases;
    private int hits;
    private double logOfLoss;

    /** One algorithm's times, in microseconds. */
    private record Outcome(String name, double predicted, double measured) {
    }

    private Predict() {
    }

    /**
     * Runs on every rank; rank 0 prints.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        new Predict().run();
        MPI.Finalize();
    }

    private void run() {
        print("# alpha %.3f us, beta %.3f ns/KiB, gamma %.3f ns/KiB", model.alpha(), model.beta() * 1024e3,
            model.gamma() * 1024e3);
        print("# %-12s %9s  %-24s %10s %10s  %-24s %10s %10s %7s", "collective", "bytes", "wins by the model",
            "predicted", "measured", "wins", "predicted", "measured", "ratio");
        for (Collective collective : PREDICTED) {
            for (int bytes : SIZES) {
                int each = Timing.isPerRank(collective) ? bytes / world.Size() / Double.BYTES * Double.BYTES : bytes;
                if (each > 0 && (collective != Collective.BARRIER || bytes == SIZES[0])) {
                    compare(collective, each);
                }
            }
        }
        summarize();
    }

    private void compare(Collective collective, int bytes) {
        Outcome byModel = null;
        Outcome quickest = null;
        for (Algorithm algorithm : candidates.of(collective, bytes)) {
            Outcome each = new Outcome(algorithm.name(), model.microseconds(algorithm.cost(candidates.problem(bytes))),
                new Timing(collective, algorithm.name(), bytes).microseconds());
            byModel = byModel == null || each.predicted < byModel.predicted ? each : byModel;
            quickest = quickest == null || each.measured < quickest.measured ? each : quickest;
        }
        print("  %-12s %9d  %-24s %10.2f %10.2f  %-24s %10.2f %10.2f %7.2f", collective.label(), bytes, byModel.name,
            byModel.predicted, byModel.measured, quickest.name, quickest.predicted, quickest.measured,
            byModel.measured / quickest.measured);
        cases++;
        hits += quickest.predicted <= byModel.predicted ? 1 : 0; // few ranks: many algorithms cost the same
        logOfLoss += Math.log(byModel.measured / quickest.measured);
    }

    private void summarize() {
        print("# no algorithm costs less by the model than the quickest in %d of %d cases; what the model names takes"
            + " %.2f of the quickest's time (geometric mean)", hits, cases, Math.exp(logOfLoss / cases));
    }

    private void print(String format, Object... values) {
        if (world.Rank() == 0) {
            System.out.println(String.format(Locale.ROOT, format, values));
        }
    }
}
