package mpj.collectives.intercomm;

import java.util.function.Function;
import java.util.function.Predicate;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * The two groups as one rank sees them: its own group and the remote group. Members of each group are numbered from 0,
 * in the order of the group's ranks. The first member of each group leads it.
 */
final class Groups {
    private final Problem problem;
    private final boolean inFirst;
    private final int ownStart;
    private final int ownSize;
    private final int remoteStart;
    private final int remoteSize;

    Groups(Problem problem) {
        this.problem = problem;
        int second = problem.size() - problem.firstGroup();
        inFirst = problem.rank() < problem.firstGroup();
        ownStart = inFirst ? 0 : problem.firstGroup();
        ownSize = inFirst ? problem.firstGroup() : second;
        remoteStart = inFirst ? problem.firstGroup() : 0;
        remoteSize = inFirst ? second : problem.firstGroup();
    }

    int ownSize() {
        return ownSize;
    }

    int remoteSize() {
        return remoteSize;
    }

    /** This rank's number in its group. */
    int member() {
        return problem.rank() - ownStart;
    }

    boolean leads() {
        return member() == 0;
    }

    /** The rank of a member of the remote group. */
    int remote(int member) {
        return remoteStart + member;
    }

    boolean isRoot() {
        return problem.rank() == problem.root();
    }

    /** Whether this rank is in the root's group, of which only the root takes part. */
    boolean inRootsGroup() {
        return problem.root() == Problem.NO_ROOT || problem.root() < problem.firstGroup() == inFirst;
    }

    /** A collective of this rank's group. Its root is the leader, and it has the algorithm's parameter. */
    Problem own(long bytes) {
        return problem.part(member(), ownSize, 0, bytes).parameter(problem.parameter());
    }

    Steps own(Steps steps, Place send, Place receive) {
        return steps.among(member -> ownStart + member, send, receive);
    }

    /**
     * The collective among the root and the members of the other group. The root is number 0 there, and the members
     * have the numbers from 1 on.
     */
    Problem withRoot(long bytes) {
        int members = inRootsGroup() ? remoteSize : ownSize;
        return problem.part(inRootsGroup() ? 0 : 1 + member(), 1 + members, 0, bytes).parameter(problem.parameter());
    }

    Steps withRoot(Steps steps) {
        int start = inRootsGroup() ? remoteStart : ownStart;
        return steps.among(number -> number == 0 ? problem.root() : start + number - 1, Place.SEND, Place.RECEIVE);
    }

    /** A collective of the group that the root is not in, as its leader sees it. */
    Problem facingRoot(long bytes) {
        return problem.part(0, inRootsGroup() ? remoteSize : ownSize, 0, bytes).parameter(problem.parameter());
    }

    /** Whether an algorithm fits the parts of both groups. The parts differ only in the sizes of the groups. */
    boolean bothFit(Predicate<Problem> part) {
        return part.test(problem.part(0, ownSize, 0, problem.bytes()))
            && part.test(problem.part(0, remoteSize, 0, problem.bytes()));
    }

    /** The cost of what both groups do at the same time, with the same number of bytes. */
    Cost beside(Function<Problem, Cost> part, long bytes) {
        return beside(part.apply(own(bytes)),
            part.apply(problem.part(0, remoteSize, 0, bytes).parameter(problem.parameter())));
    }

    static Cost beside(Cost one, Cost other) {
        return new Cost(one.messages() + other.messages(), one.bytes() + other.bytes(),
            Math.max(one.rounds(), other.rounds()), Math.max(one.path(), other.path()),
            Math.max(one.reduced(), other.reduced()));
    }

    /** The cost of one message, which is nothing if the message has no bytes. */
    static Cost message(long bytes) {
        return bytes == 0 ? Cost.NONE : new Cost(1, bytes, 1, bytes, 0);
    }

    /** The same blocks, after a block of no bytes. */
    static Blocks afterNone(Blocks blocks, int count) {
        long[] starts = new long[1 + count];
        long[] lengths = new long[1 + count];
        for (int i = 0; i < count; i++) {
            starts[1 + i] = blocks.at(i);
            lengths[1 + i] = blocks.length(i);
        }
        return new Blocks.Varying(starts, lengths);
    }
}
