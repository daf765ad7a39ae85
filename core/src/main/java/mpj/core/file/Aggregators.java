package mpj.core.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.core.comm.Communicator;

/**
 * Which ranks may read and write for all in a collective access.
 *
 * @param ranks the ranks, the best first: the first rank of each host, then the second rank of each host, and so on
 * @param usual how many ranks do so if no hint says otherwise
 */
record Aggregators(int[] ranks, int usual) {
    /** More ranks of a host do not make its file system faster. */
    private static final int PER_HOST = 4;

    static Aggregators of(Communicator comm) {
        int[] group = comm.membership().group;
        Map<Integer, Integer> seen = new HashMap<>();
        List<List<Integer>> turns = new ArrayList<>();
        for (int rank = 0; rank < group.length; rank++) {
            int turn = seen.merge(comm.job().hostOf(group, rank), 1, Integer::sum) - 1;
            if (turn == turns.size()) {
                turns.add(new ArrayList<>());
            }
            turns.get(turn).add(rank);
        }
        return new Aggregators(turns.stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray(),
            turns.stream().limit(PER_HOST).mapToInt(List::size).sum());
    }

    /** The ranks that read and write for all. */
    int[] of(Hints hints) {
        return Arrays.copyOf(ranks, hints.nodes() == 0 ? usual : Math.min(hints.nodes(), ranks.length));
    }
}
