package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import mpj.runtime.bootstrap.RankList;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.Stage;

/**
 * The ranks that ended with exit code 0, and the calls of MPI that each of them left out. If another rank needs such a
 * rank, it is lost to the other, which throws. But perhaps no rank needs it, as in a program that never calls Finalize.
 */
final class Departures {
    private static final String WITHOUT_INIT = "ended with exit code 0 without MPI.Init";
    private static final String WITHOUT_FINALIZE = "ended with exit code 0 without MPI.Finalize";

    private final BitSet withoutInit = new BitSet();
    private final BitSet withoutFinalize = new BitSet();
    /** The ranks of both sets that the others went on without; the user was told of each at that time. */
    private final BitSet tolerated = new BitSet();
    private boolean anyFinalized;
    private boolean anyJoined;

    /** Notes the end of a rank, whatever its exit code. */
    void add(JobEvent.Exited exited) {
        anyJoined |= exited.stage() != Stage.BEFORE_INIT;
        anyFinalized |= exited.stage() == Stage.AFTER_FINALIZE;
        if (exited.status() == 0) {
            withoutInit.set(exited.rank(), exited.stage() == Stage.BEFORE_INIT);
            withoutFinalize.set(exited.rank(), exited.stage() == Stage.BEFORE_FINALIZE);
        }
    }

    /** How a rank has ended, in words; empty for a rank that others cannot miss. */
    String how(int rank) {
        return withoutInit.get(rank) ? WITHOUT_INIT : withoutFinalize.get(rank) ? WITHOUT_FINALIZE : "";
    }

    /** Takes the ranks that others go on without from now on. */
    List<Integer> takeTolerated() {
        BitSet some = (BitSet) withoutInit.clone();
        some.or(withoutFinalize);
        some.andNot(tolerated);
        tolerated.or(some);
        return list(some);
    }

    /** The lines for a failed job that name ranks which others may have missed. */
    List<String> suspicions() {
        List<String> lines = new ArrayList<>();
        if (anyJoined) {
            add(lines, withoutInit, WITHOUT_INIT);
        }
        add(lines, withoutFinalize, WITHOUT_FINALIZE);
        return lines;
    }

    /**
     * The outcome of a job whose ranks all ended with exit code 0, apart from ranks that the others went on without.
     */
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
