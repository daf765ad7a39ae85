package mpj.collectives.scan;

import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * Both scans along the chain of ranks, segment by segment. Each rank takes in the value from the rank before it, and
 * sends the value of all ranks up to itself to the next rank.
 */
final class ChainScan {
    private ChainScan() {
    }

    static void inclusive(Problem problem, Segments segments, Steps steps) {
        int[] receives = receive(problem, segments, problem.commutative() ? Place.RECEIVE
            : steps.work(problem.bytes()), steps);
        Place arriving = problem.commutative() ? Place.RECEIVE : Place.WORK;
        for (int i = 0; i < segments.count(); i++) {
            long at = segments.at(i);
            long bytes = segments.length(i);
            if (problem.rank() == 0 || !problem.commutative()) {
                steps.copy(Place.SEND.plus(at), Place.RECEIVE.plus(at), bytes);
            }
            if (problem.rank() > 0) {
                steps.await(receives[i]);
                steps.reduce((problem.commutative() ? Place.SEND : arriving).plus(at), Place.RECEIVE.plus(at), bytes);
            }
            if (problem.rank() < problem.size() - 1) {
                steps.send(problem.rank() + 1, Place.RECEIVE.plus(at), bytes);
            }
        }
    }

    static void exclusive(Problem problem, Segments segments, Steps steps) {
        boolean last = problem.rank() == problem.size() - 1;
        Place passed = steps.work(last ? 0 : problem.bytes());
        int[] receives = receive(problem, segments, Place.RECEIVE, steps);
        for (int i = 0; i < segments.count(); i++) {
            long at = segments.at(i);
            long bytes = segments.length(i);
            if (!last) {
                steps.copy(Place.SEND.plus(at), passed.plus(at), bytes);
            }
            if (problem.rank() > 0) {
                steps.await(receives[i]);
                if (!last) {
                    steps.reduce(Place.RECEIVE.plus(at), passed.plus(at), bytes);
                }
            }
            if (!last) {
                steps.send(problem.rank() + 1, passed.plus(at), bytes);
            }
        }
    }

    private static int[] receive(Problem problem, Segments segments, Place place, Steps steps) {
        int[] receives = new int[segments.count()];
        for (int i = 0; i < receives.length && problem.rank() > 0; i++) {
            receives[i] = steps.receive(problem.rank() - 1, place.plus(segments.at(i)), segments.length(i));
        }
        return receives;
    }

    /**
     * The cost, exact for segments of one size. It counts the reductions that overlap with transfers, so γ is an upper
     * bound.
     */
    static Cost cost(Problem problem, Segments segments) {
        long ranks = problem.size() - 1L;
        long count = segments.count();
        long rounds = count == 0 || ranks == 0 ? 0 : ranks + count - 1;
        long path = rounds * Math.min(segments.segment(), problem.bytes());
        return new Cost(ranks * count, ranks * problem.bytes(), rounds, path, path);
    }
}
