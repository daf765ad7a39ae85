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
        int size = groups.ownSize();
        Place block = Place.RECEIVE.plus(-blocks.at(own));
        Place combined = piece.plus(-pieces.at(own));
        long blockEnd = blocks.at(own) + blocks.length(own);
        for (int from = reaching(blocks.at(own), pieces, size); from < size && pieces.at(from) < blockEnd; from++) {
            long start = Math.max(pieces.at(from), blocks.at(own));
            if (from == own) {
                steps.copy(combined.plus(start), block.plus(start), common(pieces, own, blocks, own));
            } else {
                steps.receive(from, block.plus(start), common(pieces, from, blocks, own));
            }
        }
        long pieceEnd = pieces.at(own) + pieces.length(own);
        for (int to = reaching(pieces.at(own), blocks, size); to < size && blocks.at(to) < pieceEnd; to++) {
            if (to != own) {
                long start = Math.max(pieces.at(own), blocks.at(to));
                steps.send(to, combined.plus(start), common(pieces, own, blocks, to));
            }
        }
    }

    /** The first of several parts that ends behind a position, or their number. */
    private static int reaching(long position, Blocks parts, int count) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (parts.at(middle) + parts.length(middle) > position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
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
