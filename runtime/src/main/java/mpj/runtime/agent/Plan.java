package mpj.runtime.agent;

import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import mpj.runtime.host.Application;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.JobTag;
import mpj.runtime.wire.Struct;

/**
 * What an agent has to do: the job, and the hosts of the agent's subtree.
 *
 * @param size ranks of the job
 * @param secret of the job
 * @param applications the programs that ranks run
 * @param workingFolder the folder in which ranks start
 * @param workingFolderGiven whether the user named that folder; a host must have it then
 * @param tag which job of its launcher this is, and how lines begin
 * @param binding how ranks are placed on cores
 * @param classPath the program's class path, with the digests of its entries
 * @param ssh the words of the command that starts something on a host
 * @param waitMillis how long to try a host that is not up yet
 * @param fanout how many agents one agent starts itself; those start the others
 * @param hosts of the subtree, the agent's own first
 */
public record Plan(int size, byte[] secret, List<Application> applications, String workingFolder,
                   boolean workingFolderGiven, JobTag tag, Binding binding, List<Content> classPath,
                   List<String> ssh, long waitMillis, int fanout, List<HostPlan> hosts) implements Struct<Plan> {
    static final Plan ANY = new Plan(0, new byte[0], List.of(), "", false, JobTag.NONE,
        Binding.NONE, List.of(), List.of(), 0, 0, List.of());

    @Override
    public Plan fields(Fields fields) throws ProtocolException {
        return new Plan(fields.number(size), fields.fixed(secret, JobEnvironment.SECRET_BYTES),
            fields.structs(applications, Application.ANY), fields.text(workingFolder), fields.flag(workingFolderGiven),
            tag.fields(fields), binding.fields(fields), fields.structs(classPath, Content.ANY), fields.texts(ssh),
            fields.number(waitMillis), fields.number(fanout), fields.structs(hosts, HostPlan.ANY));
    }

    /**
     * How ranks are placed on cores.
     *
     * @param cores the number of cores that each rank has for itself; 0 if ranks are not bound
     * @param exclusive whether it is an error if a host has fewer cores than the ranks need
     * @param report whether to print where each rank runs
     */
    public record Binding(int cores, boolean exclusive, boolean report) implements Struct<Binding> {
        static final Binding NONE = new Binding(0, false, false);

        @Override
        public Binding fields(Fields fields) throws ProtocolException {
            return new Binding(fields.number(cores), fields.flag(exclusive), fields.flag(report));
        }
    }

    HostPlan own() {
        return hosts.getFirst();
    }

    /** The ranks of all hosts of the subtree. */
    BitSet ranks() {
        BitSet ranks = new BitSet(size);
        hosts.forEach(host -> host.ranks().forEach(ranks::set));
        return ranks;
    }

    /** Splits the hosts below into subtrees: at most {@code fanout} parts of about the same size. */
    static List<List<HostPlan>> split(List<HostPlan> hosts, int fanout) {
        int parts = Math.min(fanout, hosts.size());
        List<List<HostPlan>> split = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            split.add(hosts.subList((int) ((long) part * hosts.size() / parts),
                (int) ((part + 1L) * hosts.size() / parts)));
        }
        return split;
    }

    Plan of(List<HostPlan> subtree) {
        return new Plan(size, secret, applications, workingFolder, workingFolderGiven, tag, binding, classPath,
            ssh, waitMillis, fanout, subtree);
    }
}
