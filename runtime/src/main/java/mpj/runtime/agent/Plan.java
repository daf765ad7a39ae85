package mpj.runtime.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.host.RankProgram;

/**
 * What an agent is to do: the job, and the hosts of its subtree.
 *
 * @param size ranks of the job
 * @param secret of the job
 * @param program what ranks run
 * @param workingFolder where they start
 * @param workingFolderGiven whether the user named that folder, so that a host must have it
 * @param tagOutput whether lines begin with their rank
 * @param binding how ranks are placed on cores
 * @param classPath the program's, with what the entries contain
 * @param ssh the words of the command that starts something on a host
 * @param fanout how many agents one starts itself; the others are started by those
 * @param hosts of the subtree, the agent's own first
 */
public record Plan(int size, byte[] secret, RankProgram program, String workingFolder, boolean workingFolderGiven,
                   boolean tagOutput, Binding binding, List<Content> classPath, List<String> ssh, int fanout,
                   List<HostPlan> hosts) {

    /**
     * How ranks are placed on cores.
     *
     * @param toCore whether each gets a core of its own
     * @param exclusive whether it is an error if a host has fewer cores than ranks
     * @param report whether to say where each runs
     */
    public record Binding(boolean toCore, boolean exclusive, boolean report) {
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

    /** The subtrees below: the hosts in at most {@code fanout} parts of about the same size. */
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
        return new Plan(size, secret, program, workingFolder, workingFolderGiven, tagOutput, binding, classPath, ssh,
            fanout, subtree);
    }

    void write(DataOutputStream out) throws IOException {
        Fields fields = new Fields(out);
        out.writeInt(size);
        fields.bytes(secret);
        fields.text(program.mainClass());
        fields.list(program.arguments(), fields::text);
        fields.list(program.properties(), fields::text);
        fields.list(program.jvmOptions(), fields::text);
        fields.list(List.copyOf(program.environment().entrySet()), entry -> {
            fields.text(entry.getKey());
            fields.text(entry.getValue());
        });
        fields.text(workingFolder);
        out.writeBoolean(workingFolderGiven);
        out.writeBoolean(tagOutput);
        out.writeBoolean(binding.toCore);
        out.writeBoolean(binding.exclusive);
        out.writeBoolean(binding.report);
        fields.list(classPath, content -> {
            fields.text(content.path());
            fields.text(content.digest());
        });
        fields.list(ssh, fields::text);
        out.writeInt(fanout);
        fields.list(hosts, host -> {
            out.writeInt(host.index());
            fields.text(host.name());
            fields.list(host.ranks(), out::writeInt);
        });
    }

    static Plan read(DataInputStream in) throws IOException {
        int size = in.readInt();
        byte[] secret = Fields.bytes(in);
        RankProgram program = new RankProgram(Fields.text(in), Fields.list(in, Fields::text),
            Fields.list(in, Fields::text), Fields.list(in, Fields::text), environment(in));
        return new Plan(size, secret, program, Fields.text(in), in.readBoolean(), in.readBoolean(),
            new Binding(in.readBoolean(), in.readBoolean(), in.readBoolean()),
            Fields.list(in, each -> new Content(Fields.text(each), Fields.text(each))),
            Fields.list(in, Fields::text), in.readInt(),
            Fields.list(in, each -> new HostPlan(each.readInt(), Fields.text(each),
                Fields.list(each, DataInputStream::readInt))));
    }

    private static Map<String, String> environment(DataInputStream in) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            environment.put(Fields.text(in), Fields.text(in));
        }
        return environment;
    }
}
