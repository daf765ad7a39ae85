package mpj.bench.imb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which world ranks form which group.
 *
 * @param groups the world ranks of each group, in the order of their ranks there
 * @param idle ranks that belong to none
 */
record Grouping(List<int[]> groups, int idle) {
    /**
     * Groups of {@code ranks}: one, or as many as fit.
     *
     * @param order the world ranks in the order they are taken
     */
    static Grouping of(int[] order, int ranks, boolean asManyAsFit) {
        int number = asManyAsFit ? order.length / ranks : 1;
        List<int[]> groups = IntStream.range(0, number)
            .mapToObj(group -> Arrays.copyOfRange(order, group * ranks, (group + 1) * ranks)).toList();
        return new Grouping(groups, order.length - number * ranks);
    }

    /** The numbers of ranks a benchmark is run on: {@code least}, twice that, ... and {@code all}. */
    static List<Integer> rankCounts(int least, int all) {
        List<Integer> counts = new ArrayList<>();
        for (int count = least; count < all; count *= 2) {
            counts.add(count);
        }
        counts.add(all);
        return counts;
    }

    /**
     * The order that {@code -map PxQ} gives: down the columns of a grid whose rows are P ranks that follow each other.
     *
     * @param map empty for the natural order
     * @throws IllegalArgumentException if it is not PxQ, or there are not as many ranks
     */
    static int[] order(String map, int ranks) {
        if (map.isEmpty()) {
            return IntStream.range(0, ranks).toArray();
        }
        String[] sides = map.split("x", -1);
        try {
            int rowLength = Integer.parseInt(sides[0]);
            int rows = Integer.parseInt(sides[sides.length - 1]);
            if (sides.length == 2 && rowLength > 0 && rows > 0 && rowLength * rows <= ranks) {
                return IntStream.range(0, rowLength * rows)
                    .map(position -> position % rows * rowLength + position / rows).toArray();
            }
        } catch (NumberFormatException e) {
            // Falls through to the one message for everything that is not a grid.
        }
        throw new IllegalArgumentException("-map '" + map + "' is not PxQ with P*Q <= " + ranks + " ranks");
    }

    /** Index of the group of a world rank, or -1. */
    int groupOf(int worldRank) {
        return IntStream.range(0, groups.size())
            .filter(group -> Arrays.stream(groups.get(group)).anyMatch(rank -> rank == worldRank))
            .findFirst().orElse(-1);
    }

    /** Position of a world rank in its group, or -1. */
    int positionOf(int worldRank) {
        int group = groupOf(worldRank);
        return group < 0 ? -1 : IntStream.range(0, groups.get(group).length)
            .filter(position -> groups.get(group)[position] == worldRank).findFirst().orElseThrow();
    }
}
