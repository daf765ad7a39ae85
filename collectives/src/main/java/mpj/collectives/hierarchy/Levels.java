package mpj.collectives.hierarchy;

import java.util.Arrays;
import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.Topology;

/**
 * The two levels as one rank sees them: the ranks of its host, and the leaders of the hosts. The root leads its own
 * host.
 */
final class Levels {
    private final Problem problem;
    private final Topology topology;
    private final int[] members;
    private final int[] leaders;
    private final int host;

    Levels(Problem problem) {
        this.problem = problem;
        topology = problem.topology();
        host = topology.host(problem.rank());
        members = topology.members(host);
        leaders = topology.leaders(problem.root());
    }

    static boolean exist(Problem problem) {
        return problem.topology() != null && problem.topology().hasTwoLevels();
    }

    boolean leads() {
        return leaders[host] == problem.rank();
    }

    int hosts() {
        return leaders.length;
    }

    int host() {
        return host;
    }

    int[] members(int ofHost) {
        return topology.members(ofHost);
    }

    int hostSize() {
        return members.length;
    }

    /** This rank's number among the ranks of its host. */
    int member() {
        return Arrays.binarySearch(members, problem.rank());
    }

    /** The collective within the host, whose root is the leader. */
    Problem within(long bytes) {
        return problem.part(member(), members.length, Arrays.binarySearch(members, leaders[host]), bytes);
    }

    /** The collective among the leaders, with the same root. */
    Problem across(long bytes) {
        return problem.part(host, leaders.length, topology.host(problem.root()), bytes);
    }

    Steps within(Steps steps, Place send, Place receive) {
        return steps.among(rank -> members[rank], send, receive);
    }

    Steps across(Steps steps, Place send, Place receive) {
        return steps.among(rank -> leaders[rank], send, receive);
    }

    /** Blocks that each contain the blocks of one host's ranks, in the order of hosts. */
    Blocks byHost(Blocks blocks) {
        long[] lengths = new long[leaders.length];
        for (int of = 0; of < lengths.length; of++) {
            for (int rank : topology.members(of)) {
                lengths[of] += blocks.length(rank);
            }
        }
        return Blocks.successive(lengths);
    }

    /** The blocks of this host's ranks. */
    Blocks ofHost(Blocks blocks) {
        return Blocks.successive(Arrays.stream(members).mapToLong(blocks::length).toArray());
    }

    /** Copies blocks from the order of ranks to the order of hosts, or back. */
    void copy(Place byRank, Blocks blocks, Place byHost, boolean toHosts, Steps steps) {
        long at = 0;
        for (int of = 0; of < leaders.length; of++) {
            for (int rank : topology.members(of)) {
                Place ranks = byRank.plus(blocks.at(rank));
                Place hosts = byHost.plus(at);
                steps.copy(toHosts ? ranks : hosts, toHosts ? hosts : ranks, blocks.length(rank));
                at += blocks.length(rank);
            }
        }
    }

    /** The cost of an algorithm on all hosts at the same time, where the ranks of each host have this many bytes. */
    static Cost costWithin(Algorithm algorithm, Problem problem, long bytes) {
        Cost all = Cost.NONE;
        long rounds = 0;
        long path = 0;
        long reduced = 0;
        for (int rank : problem.topology().leaders(problem.root())) {
            Levels levels = new Levels(problem.rank(rank));
            Blocks blocks = new Blocks.Equal(bytes);
            Cost one = algorithm.cost(levels.within(bytes).blocks(blocks, blocks));
            all = all.then(one);
            rounds = Math.max(rounds, one.rounds());
            path = Math.max(path, one.path());
            reduced = Math.max(reduced, one.reduced());
        }
        return new Cost(all.messages(), all.bytes(), rounds, path, reduced);
    }
}
