package mpj.checkpoint;

import java.lang.ref.WeakReference;
import java.util.concurrent.ThreadLocalRandom;
import mpi.Intracomm;

/**
 * What all ranks agree on before they write a version.
 *
 * @param version the number of the new version
 * @param attempt a random number that tells it apart from a version with the same number of another run
 * @param valid the newest version that is known to be valid; 0 if none is known
 * @param isFirst whether a rank writes for the first time in this communicator
 * @param leaver the rank that leaves when the version is complete, as {@link Departure} has it
 */
record Round(long version, long attempt, long valid, boolean isFirst, int leaver) {
    /** The same round, with the newest version that is known to be valid. */
    Round after(long newest) {
        return new Round(version, attempt, newest, isFirst, leaver);
    }

    /** What a rank remembers between its rounds. */
    static final class Memory {
        private WeakReference<Intracomm> comm = new WeakReference<>(null);
        private long tried;
        private long valid;

        /** A version of this number exists, or was tried. */
        void tried(long version) {
            tried = Math.max(tried, version);
        }

        /** This version is valid, and no newer one is. */
        void valid(long version) {
            valid = version;
            tried(version);
        }

        /** Whether the ranks have written, and no version has ever been valid. All ranks call this. */
        boolean isNoneValid(Intracomm current) {
            long[] all = Gathering.maximum(current, tried, valid);
            return all[0] > 0 && all[1] == 0;
        }

        /** Whether this rank has not yet written in this communicator. */
        boolean isFirst(Intracomm current) {
            return !comm.refersTo(current);
        }

        /** All ranks call this. */
        Round next(Intracomm current) {
            long[] all = Gathering.maximum(current, tried, ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), valid,
                isFirst(current) ? 1 : 0, Departure.wanted(current));
            comm = new WeakReference<>(current);
            tried(all[0] + 1);
            return new Round(all[0] + 1, all[1], all[2], all[3] != 0, (int) all[4]);
        }
    }
}
