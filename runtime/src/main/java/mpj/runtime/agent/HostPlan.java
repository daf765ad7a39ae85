package mpj.runtime.agent;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;

/**
 * One host of a job.
 *
 * @param index the host's number among the hosts of the job
 * @param name the name that ssh is given
 * @param ranks the ranks that run there, in the order in which they get the host's cores
 * @param others how many ranks of the launcher's other jobs run there already
 */
public record HostPlan(int index, String name, List<Integer> ranks, int others) implements Struct<HostPlan> {
    static final HostPlan ANY = new HostPlan(0, "", List.of(), 0);

    @Override
    public HostPlan fields(Fields fields) throws ProtocolException {
        return new HostPlan(fields.number(index), fields.text(name), fields.numbers(ranks), fields.number(others));
    }

    /** How many ranks of all jobs of the launcher run there once this job has started. */
    public int allRanks() {
        return ranks.size() + others;
    }
}
