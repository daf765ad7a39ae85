package mpj.engine.library;

import java.util.Arrays;
import mpj.engine.Receive;

/**
 * A communicator as a library has it, with the ranks of the job that it is made of. Ranks there are numbered in another
 * way, unless it is that of all ranks.
 */
final class LibraryCommunicator {
    final int context;
    final long handle;
    /** For each rank there, the rank in the job. Null where they are the same. */
    private final int[] ranks;
    /** The same in ascending order, and for each the rank there. */
    private final int[] sorted;
    private final int[] places;

    /** The communicator of all ranks. */
    LibraryCommunicator(int context, long handle) {
        this(context, handle, null, null, null);
    }

    private LibraryCommunicator(int context, long handle, int[] ranks, int[] sorted, int[] places) {
        this.context = context;
        this.handle = handle;
        this.ranks = ranks;
        this.sorted = sorted;
        this.places = places;
    }

    /** A communicator of these ranks of the job, in this order. */
    static LibraryCommunicator of(int context, long handle, int[] ranks) {
        int[] sorted = ranks.clone();
        Arrays.sort(sorted);
        int[] places = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            places[Arrays.binarySearch(sorted, ranks[i])] = i;
        }
        return new LibraryCommunicator(context, handle, ranks, sorted, places);
    }

    /** The rank there of a rank of the job, which is a member; {@link Receive#ANY} stays so. */
    int place(int rank) {
        return ranks == null || rank < 0 ? rank : places[Arrays.binarySearch(sorted, rank)];
    }

    /** The rank in the job of a rank there. */
    int rank(int place) {
        return ranks == null ? place : ranks[place];
    }
}
