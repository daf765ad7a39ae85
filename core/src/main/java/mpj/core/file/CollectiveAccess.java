package mpj.core.file;

import java.util.Arrays;
import mpj.engine.EngineException;

/**
 * An access that all ranks make together. First they tell each other what they access, and whether their arguments are
 * right. At the end they agree whether all went well. So an error of one rank is an error of all ranks.
 */
final class CollectiveAccess {
    /**
     * The number of ints that each rank tells: an error's code, where its access starts and ends, and how long its
     * pieces are.
     */
    private static final int TOLD = 6;
    /** Told in place of the length of pieces, if the view is not ordered. */
    private static final int NOT_ORDERED = -1;
    /**
     * Each rank reads its pieces itself if they have this many bytes on average. The exchange would copy every byte
     * once more, which takes longer than a system call for each piece.
     */
    private static final int LONG_TO_READ = 4 << 10;
    /**
     * Each rank writes its pieces itself if they have this many bytes on average. Ranks that write shorter pieces side
     * by side wait for each other in the system, page by page.
     */
    private static final int LONG_TO_WRITE = 16 << 10;

    private final DataFile file;
    private final Staging staging;
    private final Independent independent;
    private final Ranks ranks;
    private final Aggregators aggregators;

    CollectiveAccess(DataFile file, Staging staging, Ranks ranks, Aggregators aggregators) {
        this.file = file;
        this.staging = staging;
        independent = new Independent(file, staging);
        this.ranks = ranks;
        this.aggregators = aggregators;
    }

    /** What the ranks access. */
    private record Ranges(long[] starts, long[] ends, boolean interleaved, boolean ordered, int pieces) {
        static Ranges of(int[] told) {
            int size = told.length / TOLD;
            long[] starts = new long[size];
            long[] ends = new long[size];
            int pieces = Integer.MAX_VALUE;
            for (int rank = 0; rank < size; rank++) {
                int from = rank * TOLD;
                starts[rank] = Ranks.number(told, from + 1);
                ends[rank] = Ranks.number(told, from + 3);
                pieces = starts[rank] < ends[rank] ? Math.min(pieces, told[from + TOLD - 1]) : pieces;
            }
            return new Ranges(starts, ends, areInterleaved(starts, ends), pieces != NOT_ORDERED, pieces);
        }

        private static boolean areInterleaved(long[] starts, long[] ends) {
            Integer[] order = new Integer[starts.length];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Long.compare(starts[a], starts[b]));
            long end = 0;
            for (int rank : order) {
                if (starts[rank] < ends[rank]) {
                    if (starts[rank] < end) {
                        return true;
                    }
                    end = ends[rank];
                }
            }
            return false;
        }

        boolean isEmpty() {
            return low() == Long.MAX_VALUE;
        }

        long low() {
            long low = Long.MAX_VALUE;
            for (int rank = 0; rank < starts.length; rank++) {
                low = starts[rank] < ends[rank] ? Math.min(low, starts[rank]) : low;
            }
            return low;
        }

        long high() {
            return Arrays.stream(ends).max().orElse(0);
        }
    }

    private Ranges told(EngineException wrong, Independent.Manner manner, long position, Stream stream) {
        long start = 0;
        long end = 0;
        int pieces = 0;
        if (wrong == null && stream.bytes() > 0) {
            View view = manner.view();
            start = view.at(position);
            end = view.isOrdered() ? view.at(position + stream.bytes() - 1) + 1 : Long.MAX_VALUE;
            pieces = view.isOrdered() ? (int) Math.min(Math.min(stream.bytes(), view.averageRun()), LONG_TO_WRITE)
                : NOT_ORDERED;
        }
        int[] told = ranks.allgather(Ranks.code(wrong), (int) (start >>> Integer.SIZE), (int) start,
            (int) (end >>> Integer.SIZE), (int) end, pieces);
        ranks.checkAll(wrong, told, TOLD);
        return Ranges.of(told);
    }

    private boolean isTwoPhase(Hints.Choice choice, Ranges ranges, boolean atomic, int longPieces) {
        return choice != Hints.Choice.DISABLE && !atomic && ranges.ordered && !ranges.isEmpty()
            && (choice == Hints.Choice.ENABLE || ranges.interleaved && ranges.pieces < longPieces);
    }

    private TwoPhase twoPhase(Ranges ranges, Independent.Manner manner, long position, Stream stream) {
        Domains domains = Domains.of(ranges.low(), ranges.high(), aggregators.of(manner.hints()),
            manner.hints().buffer());
        return new TwoPhase(file, staging, ranks, domains, ranges.starts, ranges.ends, manner, position, stream);
    }

    /**
     * Writes a stream from a position of the view's stream on.
     *
     * @param wrong what is wrong with this rank's arguments, or null; if something is wrong, the other arguments do not
     *     matter
     */
    void write(EngineException wrong, Independent.Manner manner, long position, Stream stream) {
        Ranges ranges = told(wrong, manner, position, stream);
        EngineException failure = null;
        if (isTwoPhase(manner.hints().collectiveWrite(), ranges, manner.atomic(), LONG_TO_WRITE)) {
            TwoPhase access = twoPhase(ranges, manner, position, stream);
            access.write();
            failure = access.failure();
        } else {
            failure = FileErrors.attempt(() -> independent.write(manner, position, stream));
        }
        ranks.agree(failure);
    }

    /**
     * Reads into a stream. Returns how many bytes there were before the end of the file.
     *
     * @param wrong as in {@link #write}
     */
    long read(EngineException wrong, Independent.Manner manner, long position, Stream stream) {
        Ranges ranges = told(wrong, manner, position, stream);
        EngineException failure = null;
        long found = 0;
        if (isTwoPhase(manner.hints().collectiveRead(), ranges, manner.atomic(), LONG_TO_READ)) {
            TwoPhase access = twoPhase(ranges, manner, position, stream);
            found = access.read();
            failure = access.failure();
        } else {
            try {
                found = independent.read(manner, position, stream);
            } catch (RuntimeException | Error e) {
                failure = FileErrors.ofPart(e);
            }
        }
        ranks.agree(failure);
        return found;
    }
}
