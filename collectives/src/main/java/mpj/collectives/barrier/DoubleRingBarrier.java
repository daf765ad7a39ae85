package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * A token goes around the ring of ranks twice. In the first round it learns that all ranks have come, and in the second
 * round it tells them so. Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact: {@code (2p-1) α}; 2p - 1 messages, because the last rank need not return the token.
 */
public final class DoubleRingBarrier implements Algorithm {
    @Override
    public String name() {
        return "double-ring";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        if (problem.size() == 1) {
            return;
        }
        int next = problem.around(1);
        int previous = problem.around(-1);
        boolean first = problem.rank() == 0;
        for (int lap = 0; lap < 2; lap++) {
            if (!first || lap == 1) {
                steps.hear(previous);
                steps.awaitAll();
            }
            if (lap == 0 || problem.rank() != problem.size() - 1) {
                steps.signal(next);
            }
        }
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = problem.size() == 1 ? 0 : 2L * problem.size() - 1;
        return new Cost(messages, 0, messages, 0, 0);
    }
}
