package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.shared.Rooms;
import mpj.collectives.shared.Slices;

/**
 * Each rank copies its operands to memory that all ranks of the host see, and combines the operands of all ranks for
 * its own block. It copies the result back to that memory, and takes the results of the other blocks from there. This
 * happens segment by segment of the parameter's size, and each segment has as many blocks as there are ranks. It is
 * Rabenseifner's idea in shared memory: Jain et al., "Framework for scalable intra-node collective operations using
 * shared memory", 2018.
 *
 * <p>Cost for s segments, where α is the time in which a flag is seen: {@code (s+1) α + 2nβ + (p-1)/p nγ}, exact in α,
 * and in γ for blocks of one size; no messages.
 */
public final class SharedScatterAllreduce implements Algorithm {
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
        steps.share();
        if (count == 0) {
            return;
        }
        steps.claim();
        Slices slices = new Slices(problem, rooms, steps);
        slices.copyIn(0);
        for (int i = 0; i < count; i++) {
            // This writes to the buffer of segment i - 3, whose results no rank reads any more: before a rank posted
            // the result of segment i - 1, it had taken the results of segment i - 2, and this rank has seen that post.
            slices.copyIn(i + 1);
            slices.combine(i, true);
            slices.share(i);
            slices.post(i, false);
            slices.copyOut(i);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Segments segments = Rooms.of(problem, this).segments(problem.bytes());
        return problem.size() == 1 || segments.count() == 0 ? Cost.NONE
            : new Cost(0, 0, segments.count() + 1, 2 * problem.bytes(), Slices.reduced(segments, problem));
    }
}
