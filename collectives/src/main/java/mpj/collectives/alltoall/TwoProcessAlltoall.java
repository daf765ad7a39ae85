package mpj.collectives.alltoall;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Two ranks exchange one block each, straight from where it is, and copy their own blocks meanwhile. It serves
 * Alltoallv as well.
 *
 * <p>Cost, exact for blocks of one size: {@code α + nβ}; two messages.
 */
public final class TwoProcessAlltoall implements Algorithm {
    @Override
    public String name() {
        return "two-process";
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.size() == 2;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        int other = 1 - problem.rank();
        steps.receive(other, Place.RECEIVE.plus(received.at(other)), received.length(other));
        steps.send(other, Place.SEND.plus(sent.at(other)), sent.length(other));
        LinearAlltoall.copyOwn(problem, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return LinearAlltoall.cost(2, problem.bytes());
    }
}
