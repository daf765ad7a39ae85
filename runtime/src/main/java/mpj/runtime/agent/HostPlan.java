package mpj.runtime.agent;

import java.util.List;

/**
 * One host of a job.
 *
 * @param index its number among the hosts of the job
 * @param name as ssh takes it
 * @param ranks that run there, in the order in which they take its cores
 */
public record HostPlan(int index, String name, List<Integer> ranks) {
}
