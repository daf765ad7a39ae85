package mpj.engine.library;

import java.util.Arrays;
import mpj.engine.Receive;

/**
 * A communicator as a library has it, and the ranks of the job in it. The library numbers its ranks in another way than
 * the job, except in the communicator of all ranks.
 */
final class LibraryCommunicator {
    final int context;
    final long handle;
    /** For each of the library's ranks, the rank in the job. Null if the two are the same. */
    private final int[] ranks;
    /** The same ranks in ascending order, and for each the library's rank. */
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

    /** The library's rank of a rank of the job, which must be a member. {@link Receive#ANY} stays as it is. */
    int place(int rank) {
        return ranks == null || rank < 0 ? rank : places[Arrays.binarySearch(sorted, rank)];
    }

    /** The rank in the job of one of the library's ranks. */
    int rank(int place) {
        return ranks == null ? place : ranks[place];
    }
}
