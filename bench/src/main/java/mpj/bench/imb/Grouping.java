package mpj.bench.imb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The groups of world ranks.
 *
 * @param groups the world ranks of each group, in the order of their ranks in the group
 * @param idle how many ranks belong to no group
 */
record Grouping(List<int[]> groups, int idle) {
    /**
     * Makes groups of {@code ranks} ranks: one group, or as many as there are ranks for.
     *
     * @param order the world ranks in the order in which groups take them
     */
    static Grouping of(int[] order, int ranks, boolean asManyAsFit) {
        int number = asManyAsFit ? order.length / ranks : 1;
        List<int[]> groups = IntStream.range(0, number)
            .mapToObj(group -> Arrays.copyOfRange(order, group * ranks, (group + 1) * ranks)).toList();
        return new Grouping(groups, order.length - number * ranks);
    }

    /** The numbers of ranks on which a benchmark runs: {@code least}, twice as many, and so on, and {@code all}. */
    static List<Integer> rankCounts(int least, int all) {
        List<Integer> counts = new ArrayList<>();
        for (int count = least; count < all; count *= 2) {
            counts.add(count);
        }
        counts.add(all);
        return counts;
    }

    /**
     * The order of {@code -map PxQ}. It goes down the columns of a grid whose rows are P consecutive ranks.
     *
     * @param map empty for the natural order
     * @throws IllegalArgumentException if the text is not PxQ, or if the number of ranks does not match
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
            // Everything that is not a grid gets the one message below.
        }
        throw new IllegalArgumentException("-map '" + map + "' is not PxQ with P*Q <= " + ranks + " ranks");
    }

    /** The index of the group of a world rank, or -1. */
    int groupOf(int worldRank) {
        return IntStream.range(0, groups.size())
            .filter(group -> Arrays.stream(groups.get(group)).anyMatch(rank -> rank == worldRank))
            .findFirst().orElse(-1);
    }

    /** The position of a world rank in its group, or -1. */
    int positionOf(int worldRank) {
        int group = groupOf(worldRank);
        return group < 0 ? -1 : IntStream.range(0, groups.get(group).length)
            .filter(position -> groups.get(group)[position] == worldRank).findFirst().orElseThrow();
    }
}
