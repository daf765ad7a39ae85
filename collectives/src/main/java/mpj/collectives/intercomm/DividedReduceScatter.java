package mpj.collectives.intercomm;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each group combines its operands in {@linkplain PartExchange parts}, one for each member, and the groups exchange the
 * parts. The blocks of a group begin and end at other places than the parts. So each member sends the members of its
 * group the pieces of their blocks that lie in its part. A rank sends about twice its elements, however many ranks
 * there are.
 *
 * <pre>
 *   parts            |  of a0  |  of a1  |  of a2  |
 *   blocks           | a0 |     a1     |     a2    |
 * </pre>
 *
 * <p>Cost: the reduce-scatter's cost within the larger group, {@code α + n/min(m,n) β}, and at most as much again
 * within the group.
 */
public final class DividedReduceScatter implements Algorithm {
    private final Algorithm reduceScatter;

    /**
     * @param reduceScatter combines blocks of any size within a group
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
        return PartExchange.fit(reduceScatter, problem);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Groups groups = new Groups(problem);
        Blocks blocks = problem.sent();
        PartExchange exchange = new PartExchange(problem, blocks.length(0, groups.ownSize()));
        Place part = steps.work(exchange.parts().length(groups.member()));
        exchange.write(reduceScatter, part, steps);
        steps.awaitAll();
        deal(groups, exchange.parts(), blocks, part, groups.own(steps, Place.SEND, Place.RECEIVE));
    }

    private static void deal(Groups groups, Blocks parts, Blocks blocks, Place part, Steps steps) {
        int own = groups.member();
        int size = groups.ownSize();
        Place block = Place.RECEIVE.plus(-blocks.at(own));
        Place combined = part.plus(-parts.at(own));
        long blockEnd = blocks.at(own) + blocks.length(own);
        for (int from = reaching(blocks.at(own), parts, size); from < size && parts.at(from) < blockEnd; from++) {
            long start = Math.max(parts.at(from), blocks.at(own));
            if (from == own) {
                steps.copy(combined.plus(start), block.plus(start), common(parts, own, blocks, own));
            } else {
                steps.receive(from, block.plus(start), common(parts, from, blocks, own));
            }
        }
        long partEnd = parts.at(own) + parts.length(own);
        for (int to = reaching(parts.at(own), blocks, size); to < size && blocks.at(to) < partEnd; to++) {
            if (to != own) {
                long start = Math.max(parts.at(own), blocks.at(to));
                steps.send(to, combined.plus(start), common(parts, own, blocks, to));
            }
        }
    }

    /** The first of several parts that ends behind a position, or the number of parts if there is none. */
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

    /** The number of bytes that a part and a block have in common. */
    private static long common(Blocks parts, int part, Blocks blocks, int block) {
        long start = Math.max(parts.at(part), blocks.at(block));
        long end = Math.min(parts.at(part) + parts.length(part), blocks.at(block) + blocks.length(block));
        return Math.max(0, end - start);
    }

    @Override
    public Cost cost(Problem problem) {
        Groups groups = new Groups(problem);
        long all = problem.sent().length(0, groups.ownSize());
        PartExchange exchange = new PartExchange(problem, all);
        return exchange.cost(reduceScatter).then(exchange.beside((group, parts) ->
            dealing(parts, Blocks.dividing(all, problem.unit(), group.size()), group.size())));
    }

    /** The cost of sending the pieces that parts and blocks have in common, in the order in which they lie. */
    private static Cost dealing(Blocks parts, Blocks blocks, int size) {
        Cost all = Cost.NONE;
        int part = 0;
        int block = 0;
        while (part < size && block < size) {
            all = part == block ? all : all.then(Groups.message(common(parts, part, blocks, block)));
            if (parts.at(part) + parts.length(part) <= blocks.at(block) + blocks.length(block)) {
                part++;
            } else {
                block++;
            }
        }
        long rounds = all.messages() == 0 ? 0 : 1 + all.messages() / size;
        return new Cost(all.messages(), all.bytes(), rounds, all.bytes() / size, 0);
    }
}
