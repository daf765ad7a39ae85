package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import mpj.runtime.bootstrap.RankList;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.Stage;

/**
 * The ranks that ended with exit code 0, and what of MPI they left out. One that others need is lost to them, and they
 * throw; but nobody may have needed it, as in a program that never calls Finalize.
 */
final class Departures {
    private static final String WITHOUT_INIT = "ended with exit code 0 without MPI.Init";
    private static final String WITHOUT_FINALIZE = "ended with exit code 0 without MPI.Finalize";

    private final BitSet withoutInit = new BitSet();
    private final BitSet withoutFinalize = new BitSet();
    /** Those of both that the others went on without; the user was told of them then. */
    private final BitSet tolerated = new BitSet();
    private boolean anyFinalized;
    private boolean anyJoined;

    /** Takes note of the end of a rank, whatever its exit code. */
    void add(JobEvent.Exited exited) {
        anyJoined |= exited.stage() != Stage.BEFORE_INIT;
        anyFinalized |= exited.stage() == Stage.AFTER_FINALIZE;
        if (exited.status() == 0) {
            withoutInit.set(exited.rank(), exited.stage() == Stage.BEFORE_INIT);
            withoutFinalize.set(exited.rank(), exited.stage() == Stage.BEFORE_FINALIZE);
        }
    }

    /** How a rank has ended, in words; empty for one that others cannot miss. */
    String how(int rank) {
        return withoutInit.get(rank) ? WITHOUT_INIT : withoutFinalize.get(rank) ? WITHOUT_FINALIZE : "";
    }

    /** The ranks that others go on without from now on. */
    List<Integer> takeTolerated() {
        BitSet some = (BitSet) withoutInit.clone();
        some.or(withoutFinalize);
        some.andNot(tolerated);
        tolerated.or(some);
        return list(some);
    }

    /** What to tell when the job has failed: these ranks others may have missed. */
    List<String> suspicions() {
        List<String> lines = new ArrayList<>();
        if (anyJoined) {
            add(lines, withoutInit, WITHOUT_INIT);
        }
        add(lines, withoutFinalize, WITHOUT_FINALIZE);
        return lines;
    }

    /** How a job has ended whose ranks all ended with exit code 0, but for those that others went on without. */
    Outcome outcome() {
        if (anyFinalized || !withoutInit.isEmpty() && anyJoined) {
            return suspicions().isEmpty() ? Outcome.SUCCESS : new Outcome(1, null);
        }
        return withoutFinalize.isEmpty() ? Outcome.SUCCESS : new Outcome(0,
            "warning: no rank called MPI.Finalize; a program calls it before it ends");
    }

    private void add(List<String> lines, BitSet ranks, String how) {
        BitSet untold = (BitSet) ranks.clone();
        untold.andNot(tolerated);
        if (!untold.isEmpty()) {
            lines.add((untold.cardinality() == 1 ? "rank " : "ranks ") + new RankList(list(untold)) + " " + how);
        }
    }

    private static List<Integer> list(BitSet ranks) {
        return ranks.stream().boxed().toList();
    }
}
