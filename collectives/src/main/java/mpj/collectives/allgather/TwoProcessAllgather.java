package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Two ranks exchange their blocks, straight from where they are, and copy their own blocks meanwhile.
 *
 * <p>Cost, exact for blocks of one size: {@code α + nβ}; two messages.
 */
public final class TwoProcessAllgather implements Algorithm {
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
        Blocks blocks = problem.received();
        int own = problem.rank();
        int other = 1 - own;
        steps.receive(other, Place.RECEIVE.plus(blocks.at(other)), blocks.length(other));
        steps.send(other, Place.SEND, blocks.length(own));
        steps.copy(Place.SEND, Place.RECEIVE.plus(blocks.at(own)), blocks.length(own));
    }

    @Override
    public Cost cost(Problem problem) {
        return RingAllgather.cost(problem.received(), 2);
    }
}
