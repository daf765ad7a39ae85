package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each group combines in {@linkplain Pieces pieces}, one for each member, and the groups exchange these. A group's own
 * blocks begin and end elsewhere than the pieces: each member sends those of its group what their blocks have of its
 * piece. A rank sends about twice its elements, however many ranks there are.
 *
 * <pre>
 *   pieces           |  of a0  |  of a1  |  of a2  |
 *   blocks           | a0 |     a1     |     a2    |
 * </pre>
 *
 * <p>Cost: the reduce-scatter's within the larger group, {@code α + n/min(m,n) β}, and as much again within the group.
 */
public final class DividedReduceScatter implements Algorithm {
    private final Algorithm reduceScatter;

    /**
     * @param reduceScatter what combines within a group, for blocks of any size
     */
    public DividedReduceScatter(Algorithm reduceScatter) {
        this.reduceScatter = reduceScatter;
    }

    @Override
    public String name() {
        return reduceScatter.name();
    }

    @Override
    public boolean fits(Problem problem) {
        return Pieces.fit(reduceScatter, problem);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        Blocks blocks = problem.sent();
        Pieces pieces = new Pieces(problem, blocks.length(0, groups.ownSize()));
        Place piece = steps.work(pieces.blocks().length(groups.member()));
        pieces.exchange(reduceScatter, piece, steps);
        steps.awaitAll();
        deal(groups, pieces.blocks(), blocks, piece, groups.own(steps, Place.SEND, Place.RECEIVE));
    }

    private static void deal(Groups groups, Blocks pieces, Blocks blocks, Place piece, Steps steps) {
        int own = groups.member();
        for (int member = 0; member < groups.ownSize(); member++) {
            long start = Math.max(pieces.at(member), blocks.at(own));
            long length = common(pieces, member, blocks, own);
            if (member != own) {
                steps.receive(member, Place.RECEIVE.plus(start - blocks.at(own)), length);
            } else {
                steps.copy(piece.plus(start - pieces.at(own)), Place.RECEIVE.plus(start - blocks.at(own)), length);
            }
        }
        for (int member = 0; member < groups.ownSize(); member++) {
            if (member != own) {
                long start = Math.max(pieces.at(own), blocks.at(member));
                steps.send(member, piece.plus(start - pieces.at(own)), common(pieces, own, blocks, member));
            }
        }
    }

    /** How many bytes of a piece are of a block. */
    private static long common(Blocks pieces, int piece, Blocks blocks, int block) {
        long start = Math.max(pieces.at(piece), blocks.at(block));
        long end = Math.min(pieces.at(piece) + pieces.length(piece), blocks.at(block) + blocks.length(block));
        return Math.max(0, end - start);
    }

    @Override
    public Cost cost(Problem problem) {
        Groups groups = new Groups(problem);
        long all = problem.sent().length(0, groups.ownSize());
        Pieces pieces = new Pieces(problem, all);
        return pieces.cost(reduceScatter).then(pieces.beside((part, each) ->
            dealing(each, Blocks.dividing(all, problem.unit(), part.size()), part.size())));
    }

    /** Pieces and blocks that have bytes in common, in the order in which they lie. */
    private static Cost dealing(Blocks pieces, Blocks blocks, int size) {
        Cost all = Cost.NONE;
        int piece = 0;
        int block = 0;
        while (piece < size && block < size) {
            all = piece == block ? all : all.then(Groups.message(common(pieces, piece, blocks, block)));
            if (pieces.at(piece) + pieces.length(piece) <= blocks.at(block) + blocks.length(block)) {
                piece++;
            } else {
                block++;
            }
        }
        long rounds = all.messages() == 0 ? 0 : 1 + all.messages() / size;
        return new Cost(all.messages(), all.bytes(), rounds, all.bytes() / size, 0);
    }
}
