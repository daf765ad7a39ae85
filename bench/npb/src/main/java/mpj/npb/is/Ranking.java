package mpj.npb.is;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.npb.common.Run;

/**
 * Ranks the keys. It puts them into buckets by their high bits, and gives each rank enough buckets for about as many
 * keys as the rank had before. There it counts how many keys are no larger than each value.
 */
final class Ranking {
    private static final int TAG = 1000;

    private final Problem problem;
    private final Run run;
    private final Intracomm ranks;
    private final int rank;
    private final Keys keys;
    private final int keysPerRank;

    /** The sizes of the buckets, followed by the probed keys. One reduction gives all ranks both. */
    private final int[] sizes;
    private final int[] totals;
    private final int[] starts;
    private final int[] firstBucket;
    private final int[] lastBucket;
    private final int[] sendCounts;
    private final int[] sendOffsets;
    private final int[] receiveCounts;
    private final int[] receiveOffsets;

    private int received;
    private int passed;

    Ranking(Problem problem, Run run, Keys keys) {
        this.problem = problem;
        this.run = run;
        this.keys = keys;
        ranks = run.ranks();
        rank = ranks.Rank();
        int size = ranks.Size();
        keysPerRank = problem.keys() / size;
        sizes = new int[problem.buckets() + problem.probes().size()];
        totals = new int[sizes.length];
        starts = new int[problem.buckets()];
        firstBucket = new int[size];
        lastBucket = new int[size];
        sendCounts = new int[size];
        sendOffsets = new int[size];
        receiveCounts = new int[size];
        receiveOffsets = new int[size];
    }

    /** How many probes have had their official rank on this rank since the last call. */
    int takePassed() {
        int count = passed;
        passed = 0;
        return count;
    }

    /** Runs one iteration. */
    void rank(int iteration, int iterations) {
        if (rank == 0) {
            keys.set(iteration, iteration);
            keys.set(iteration + iterations, problem.maxKey() - iteration);
        }
        intoBuckets();
        run.communicationBegins();
        ranks.Allreduce(sizes, 0, totals, 0, sizes.length, MPI.INT, MPI.SUM);
        run.communicationEnds();
        assignBuckets();
        run.communicationBegins();
        ranks.Alltoall(sendCounts, 0, 1, MPI.INT, receiveCounts, 0, 1, MPI.INT);
        offsets(receiveCounts, receiveOffsets);
        keys.exchange(sendCounts, sendOffsets, receiveCounts, receiveOffsets, ranks);
        run.communicationEnds();
        rankReceived(iteration);
    }

    private void intoBuckets() {
        Arrays.fill(sizes, 0);
        for (int i = 0; i < problem.probes().size(); i++) {
            int index = problem.probes().get(i).index();
            if (index / keysPerRank == rank) {
                sizes[problem.buckets() + i] = keys.get(index % keysPerRank);
            }
        }
        keys.countBuckets(sizes, problem.shift());
        offsets(sizes, starts);
        keys.intoBuckets(starts, problem.shift());
    }

    /**
     * Gives each rank its buckets. The buckets of a rank end where as many keys have passed as this rank and all ranks
     * before it had.
     */
    private void assignBuckets() {
        Arrays.fill(sendCounts, 0);
        // A rank has no bucket if none is left for it.
        Arrays.fill(firstBucket, 1);
        Arrays.fill(lastBucket, 0);
        int owner = 0;
        int first = 0;
        long sum = 0;
        int mine = 0;
        for (int bucket = 0; bucket < problem.buckets(); bucket++) {
            sum += totals[bucket];
            mine += sizes[bucket];
            if (sum >= (owner + 1L) * keysPerRank) {
                sendCounts[owner] = mine;
                firstBucket[owner] = first;
                lastBucket[owner] = bucket;
                owner++;
                first = bucket + 1;
                mine = 0;
            }
        }
        offsets(sendCounts, sendOffsets);
    }

    /** Where each of these lengths begins if they lie one after the other. */
    private static void offsets(int[] lengths, int[] offsets) {
        int offset = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = offset;
            offset += lengths[i];
        }
    }

    private void rankReceived(int iteration) {
        int least = firstBucket[rank] << problem.shift();
        int end = lastBucket[rank] + 1 << problem.shift();
        int lesser = 0;
        for (int bucket = 0; bucket < firstBucket[rank]; bucket++) {
            lesser += totals[bucket];
        }
        received = Arrays.stream(receiveCounts).sum();
        keys.rank(received, least, end - least);
        for (int i = 0; i < problem.probes().size(); i++) {
            int key = totals[problem.buckets() + i];
            if (key >= least && key < end) {
                // The rank of a key is the number of smaller keys.
                int found = lesser + keys.upTo(key - 1);
                passed += found == problem.probes().get(i).rank(iteration) ? 1 : 0;
            }
        }
    }

    /**
     * Whether the keys are in order after they are sorted by their ranks: on this rank, and from the rank before to
     * this rank.
     */
    boolean isSorted() {
        int[] ends = keys.sort(received);
        // A rank without keys passes on a value that is never out of order.
        int[] before = {0};
        int[] last = {ends.length == 0 ? 0 : ends[1]};
        Request request = rank == 0 ? null : ranks.Irecv(before, 0, 1, MPI.INT, rank - 1, TAG);
        if (rank + 1 < ranks.Size()) {
            ranks.Send(last, 0, 1, MPI.INT, rank + 1, TAG);
        }
        if (request != null) {
            request.Wait();
        }
        return (ends.length == 0 || before[0] <= ends[0]) && keys.disorder(received) == 0;
    }
}
