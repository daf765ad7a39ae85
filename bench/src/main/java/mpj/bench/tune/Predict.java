package mpj.bench.tune;

import java.util.List;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpj.collectives.Algorithm;
import mpj.collectives.Algorithms;
import mpj.collectives.Blocks;
import mpj.collectives.Collective;
import mpj.collectives.Problem;

/**
 * {@code bin/tune --predict -np 4}: what the algorithms' formulas say with a model fitted from PingPong, beside what is
 * measured, and which algorithm wins in each. The model has a port for each rank; ranks that share a core have not.
 */
public final class Predict {
    private static final int[] SIZES = {8, 1 << 10, 16 << 10, 256 << 10, 1 << 20};
    private static final List<Collective> PREDICTED = List.of(Collective.BARRIER, Collective.BCAST, Collective.REDUCE,
        Collective.ALLREDUCE, Collective.ALLGATHER, Collective.ALLTOALL);

    private final Intracomm world = MPI.COMM_WORLD;
    private final CostModel model = CostModel.fitted(world);

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
        print("# %-12s %9s  %-24s %12s  %-24s %12s %12s", "collective", "bytes", "wins by the model", "predicted",
            "wins", "measured", "predicted");
        for (Collective collective : PREDICTED) {
            for (int bytes : SIZES) {
                int each = Timing.isPerRank(collective) ? bytes / world.Size() / Double.BYTES * Double.BYTES : bytes;
                if (each > 0 && (collective != Collective.BARRIER || bytes == SIZES[0])) {
                    compare(collective, each);
                }
            }
        }
    }

    private void compare(Collective collective, int bytes) {
        Blocks blocks = new Blocks.Equal(bytes);
        Problem problem = Problem.of(world.Rank(), world.Size(), 0, bytes, Double.BYTES).blocks(blocks, blocks);
        String predicted = "";
        String measured = "";
        double leastPredicted = Double.MAX_VALUE;
        double leastMeasured = Double.MAX_VALUE;
        double predictedOfQuickest = 0;
        for (Algorithm algorithm : Algorithms.of(collective)) {
            if (!algorithm.fits(problem)) {
                continue;
            }
            double prediction = model.microseconds(algorithm.cost(problem));
            double time = new Timing(collective, algorithm.name(), bytes).microseconds();
            if (prediction < leastPredicted) {
                leastPredicted = prediction;
                predicted = algorithm.name();
            }
            if (time < leastMeasured) {
                leastMeasured = time;
                measured = algorithm.name();
                predictedOfQuickest = prediction;
            }
        }
        print("  %-12s %9d  %-24s %12.2f  %-24s %12.2f %12.2f", collective.label(), bytes, predicted, leastPredicted,
            measured, leastMeasured, predictedOfQuickest);
    }

    private void print(String format, Object... values) {
        if (world.Rank() == 0) {
            System.out.println(String.format(Locale.ROOT, format, values));
        }
    }
}
