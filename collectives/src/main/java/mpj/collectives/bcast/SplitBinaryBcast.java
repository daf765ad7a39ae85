package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KAry;

/**
 * The root sends the first half of the elements down one binary tree and the second half down another, both in
 * segments. Each rank of the first tree then exchanges halves with its counterpart in the second. Counted from the
 * root, the odd ranks are the first tree, and the even ranks the second. A last odd rank without a counterpart gets its
 * other half from the root. Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost: about {@code (2s + 2 log2(p/2))(α + n/2s β) + α + n/2 β} for s segments of each half.
 */
public final class SplitBinaryBcast implements Algorithm {
    @Override
    public String name() {
        return "split-binary";
    }

    @Override
    public long parameter() {
        return 32 << 10;
    }

    private static Blocks halves(Problem problem) {
        return Blocks.dividing(problem.bytes(), problem.unit(), 2);
    }

    private Segments segments(Problem problem, int half) {
        return Segments.of(halves(problem).length(half), problem.parameter(this), problem.unit());
    }

    private static KAry tree(Problem problem, int half) {
        return new KAry((problem.size() - half) / 2, 2);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks halves = halves(problem);
        int node = problem.relative();
        int last = problem.size() - 1;
        if (node == 0) {
            writeRoot(problem, halves, steps);
            if (last % 2 == 1) {
                steps.send(problem.absolute(last), Place.RECEIVE.plus(halves.at(1)), halves.length(1));
            }
            return;
        }
        int half = (node - 1) % 2;
        int other = 1 - half;
        writeTree(problem, half, halves.at(half), steps);
        Place mine = Place.RECEIVE.plus(halves.at(half));
        Place missing = Place.RECEIVE.plus(halves.at(other));
        if (node == last && half == 0) {
            steps.await(steps.receive(problem.root(), missing, halves.length(other)));
        } else {
            int counterpart = problem.absolute(half == 0 ? node + 1 : node - 1);
            steps.exchange(counterpart, mine, halves.length(half), counterpart, missing, halves.length(other));
        }
    }

    private void writeRoot(Problem problem, Blocks halves, Steps steps) {
        Segments first = segments(problem, 0);
        Segments second = segments(problem, 1);
        for (int i = 0; i < first.count(); i++) {
            if (problem.size() > 1) {
                steps.send(problem.absolute(1), Place.RECEIVE.plus(first.at(i)), first.length(i));
            }
            if (problem.size() > 2 && i < second.count()) {
                steps.send(problem.absolute(2), Place.RECEIVE.plus(halves.at(1) + second.at(i)), second.length(i));
            }
        }
    }

    /**
     * Writes this rank's part of the tree for one half. Node i of the tree is the rank 2i + 1 or 2i + 2, counted from
     * the root.
     */
    private void writeTree(Problem problem, int half, long at, Steps steps) {
        KAry tree = tree(problem, half);
        int node = (problem.relative() - 1) / 2;
        int parent = node == 0 ? problem.root() : problem.absolute(2 * tree.parent(node) + 1 + half);
        Segments segments = segments(problem, half);
        int[] arriving = new int[segments.count()];
        for (int i = 0; i < segments.count(); i++) {
            arriving[i] = steps.receive(parent, Place.RECEIVE.plus(at + segments.at(i)), segments.length(i));
        }
        for (int i = 0; i < segments.count(); i++) {
            steps.await(arriving[i]);
            for (int child : tree.children(node)) {
                steps.send(problem.absolute(2 * child + 1 + half), Place.RECEIVE.plus(at + segments.at(i)),
                    segments.length(i));
            }
        }
    }

    @Override
    public Cost cost(Problem problem) {
        int size = problem.size();
        Segments segments = segments(problem, 0);
        Blocks halves = halves(problem);
        int first = segments.count();
        int second = segments(problem, 1).count();
        int inFirst = size / 2;
        int inSecond = (size - 1) / 2;
        long messages = (long) first * inFirst + (long) second * inSecond
            + (halves.length(1) > 0 ? inFirst : 0) + (halves.length(0) > 0 ? inSecond : 0);
        long bytes = problem.bytes() * (size - 1L);
        if (size < 3) {
            return new Cost(messages, bytes, messages, bytes, 0);
        }
        // The second tree gets each segment one message after the first. If the second tree is not smaller, it ends
        // later.
        long down = Math.max(2L * first - 1 + tree(problem, 0).rounds(), 2L * second + tree(problem, 1).rounds());
        return new Cost(messages, bytes, down + 1,
            down * Math.min(segments.segment(), halves.length(0)) + halves.length(0), 0);
    }
}
