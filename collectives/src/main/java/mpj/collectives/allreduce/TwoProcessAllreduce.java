package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * Two ranks exchange their operands in segments of the parameter's size, straight into the result. They combine each
 * segment while it is in the cache and the next one is under way. Nothing is copied, except the operands of the higher
 * rank if the operation does not commute.
 *
 * <p>Cost, exact for s segments of one size: {@code s α + nβ + nγ}, 2s messages. All reductions but the last overlap
 * with transfers.
 */
public final class TwoProcessAllreduce implements Algorithm {
    @Override
    public String name() {
        return "two-process";
    }

    @Override
    public long parameter() {
        return 64 << 10;
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.size() == 2;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Segments segments = problem.segments(this);
        int other = 1 - problem.rank();
        boolean straight = problem.commutative() || problem.rank() == 0;
        Place arriving = straight ? Place.RECEIVE : steps.work(problem.bytes());
        int[] receives = new int[segments.count()];
        for (int i = 0; i < segments.count(); i++) {
            receives[i] = steps.receive(other, arriving.plus(segments.at(i)), segments.length(i));
            steps.send(other, Place.SEND.plus(segments.at(i)), segments.length(i));
        }
        for (int i = 0; i < segments.count(); i++) {
            Place mine = Place.SEND.plus(segments.at(i));
            Place result = Place.RECEIVE.plus(segments.at(i));
            if (!straight) {
                steps.copy(mine, result, segments.length(i));
            }
            steps.await(receives[i]);
            steps.reduce(straight ? mine : arriving.plus(segments.at(i)), result, segments.length(i));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        long count = problem.segments(this).count();
        return new Cost(2 * count, 2 * problem.bytes(), count, problem.bytes(), problem.bytes());
    }
}
