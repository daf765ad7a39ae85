package mpj.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A recorded job, which the page shows and the diagnosis reads. All times are on one clock, the clock of the launcher's
 * host, in nanoseconds from the first event on.
 *
 * @param job the launcher's information about the job
 * @param totals the sums of all calls and messages
 * @param slices the parts of the time for which there are calls and messages
 * @param lanes the calls of each thread, by rank
 * @param messages the messages, in the order in which they were sent
 * @param blocked the ranks that were waiting when their recordings ended
 * @param nanos the time that was recorded
 * @param notes notes for the reader of the page, about missing data and the exactness of the clocks
 * @param cores the number of cores that the ranks of a host share, for each known set of ranks on a host
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
