package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * Of two ranks one sends and the root combines, segment by segment of the parameter's size, straight into the result. A
 * segment is combined while it is in the cache, and the next one arrives meanwhile. Nothing is copied, except that a
 * root of rank 1 copies its own operands if the operation does not commute.
 *
 * <p>Cost, exact for s segments of one size: {@code s(α + n/s β) + n/s γ}, if combining is faster than sending.
 */
public final class TwoProcessReduce implements Algorithm {
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
        boolean atRoot = problem.rank() == problem.root();
        int other = 1 - problem.rank();
        boolean straight = problem.commutative() || problem.rank() == 0;
        Place arriving = !atRoot || straight ? Place.RECEIVE : steps.work(problem.bytes());
        int[] requests = new int[segments.count()];
        for (int i = 0; i < segments.count(); i++) {
            requests[i] = atRoot ? steps.receive(other, arriving.plus(segments.at(i)), segments.length(i))
                : steps.send(other, Place.SEND.plus(segments.at(i)), segments.length(i));
        }
        for (int i = 0; atRoot && i < segments.count(); i++) {
            Place mine = Place.SEND.plus(segments.at(i));
            Place result = Place.RECEIVE.plus(segments.at(i));
            if (!straight) {
                steps.copy(mine, result, segments.length(i));
            }
            steps.await(requests[i]);
            steps.reduce(straight ? mine : arriving.plus(segments.at(i)), result, segments.length(i));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Segments segments = problem.segments(this);
        return new Cost(segments.count(), problem.bytes(), segments.count(), problem.bytes(), problem.bytes());
    }
}
