package mpj.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A job as it was recorded: what the page shows and the diagnosis reads. All times are on one clock, that of the
 * launcher's host, in nanoseconds from the first event on.
 *
 * @param job what the launcher knows of it
 * @param totals the sums of all calls and messages
 * @param slices of which times there are calls and messages
 * @param lanes the calls of each thread, by rank
 * @param messages in the order in which they were sent
 * @param blocked ranks that waited when their recordings ended
 * @param nanos how long it was recorded
 * @param notes what the reader of the page must know: what is missing, how exact the clocks are
 * @param cores how many the ranks of a host share, for each set of ranks on a host that is known
 */
record Trace(JobFacts job, Totals totals, Slices slices, List<Lane> lanes, List<Message> messages,
             List<Blocked> blocked, long nanos, List<String> notes,
             Map<Set<Integer>, Integer> cores) {

    int size() {
        return job.size();
    }

    List<Lane> lanesOf(int rank) {
        List<Lane> own = new ArrayList<>();
        for (Lane lane : lanes) {
            if (lane.rank() == rank) {
                own.add(lane);
            }
        }
        return own;
    }
}
