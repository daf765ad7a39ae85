package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.shared.Rooms;
import mpj.collectives.shared.Slices;

/**
 * Each rank copies its operands to memory that all ranks of the host see, and combines the operands of all ranks for
 * its own block. The root takes the results of all blocks from there. This happens segment by segment of the
 * parameter's size, and each segment has as many blocks as there are ranks. If each rank has a core, the ranks combine
 * at the same time what the root combines alone in {@link SharedReduce}. Jain et al., "Framework for scalable
 * intra-node collective operations using shared memory", 2018.
 *
 * <p>Cost for s segments, where α is the time in which a flag is seen: {@code 2 ceil(s/2) α + 2nβ + (p-1)/p nγ}, exact
 * in α, and in γ for blocks of one size; no messages.
 */
public final class SharedScatterReduce implements Algorithm {
    @Override
    public String name() {
        return "shared-scatter";
    }

    @Override
    public long parameter() {
        return Rooms.SEGMENT;
    }

    @Override
    public boolean fits(Problem problem) {
        return Slices.fit(problem);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Rooms rooms = Rooms.of(problem, this);
        int count = rooms.segments(problem.bytes()).count();
        boolean takes = problem.rank() == problem.root();
        steps.share();
        if (count == 0) {
            return;
        }
        steps.claim();
        Slices slices = new Slices(problem, rooms, steps);
        slices.copyIn(0);
        for (int i = 0; i < count; i++) {
            // This writes to the buffer of segment i - 3, whose results the root has taken: it copied segment i - 1 in
            // after that, and this rank has seen the post of that segment before it combined it.
            slices.copyIn(i + 1);
            slices.combine(i, takes);
            if (takes) {
                slices.copyOut(i);
            } else {
                slices.post(i, i == count - 1);
            }
        }
        if (takes) {
            steps.post(Steps.ENDED);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Segments segments = Rooms.of(problem, this).segments(problem.bytes());
        return problem.size() == 1 || segments.count() == 0 ? Cost.NONE
            : new Cost(0, 0, 2L * ((segments.count() + 1) / 2), 2 * problem.bytes(),
                Slices.reduced(segments, problem));
    }
}
