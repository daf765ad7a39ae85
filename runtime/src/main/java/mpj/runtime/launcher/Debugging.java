package mpj.runtime.launcher;

import java.util.List;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.bootstrap.RankList;
import mpj.runtime.host.DebugAgent;
import mpj.runtime.host.RankProgram;
import mpj.runtime.host.RanksPerJvm;
import mpj.runtime.host.UsageException;

/** The options --debug and --suspend. */
final class Debugging {
    private static final int DEFAULT_PORT = 5005;
    private static final int MOST_PORT = 65_535;

    private Debugging() {
    }

    /** The property that carries these options to the ranks' hosts; none without the options. */
    static List<String> properties(CommandLine line) {
        String suspend = line.last(Option.SUSPEND);
        if (!line.has(Option.DEBUG)) {
            if (suspend != null) {
                throw new UsageException("--suspend " + suspend + ": only ranks that a debugger can attach to can wait"
                    + " for one; add --debug");
            }
            return List.of();
        }
        return List.of(new DebugAgent(port(line.last(Option.DEBUG)), suspended(suspend)).property());
    }

    private static int port(String given) {
        if (given.isEmpty()) {
            return DEFAULT_PORT;
        }
        int port = number("--debug", given, "a port");
        if (port < 1 || port > MOST_PORT) {
            throw new UsageException("--debug " + given + ": a port is a number from 1 to " + MOST_PORT);
        }
        return port;
    }

    private static int suspended(String given) {
        return given == null ? DebugAgent.NONE : given.equals("all") ? DebugAgent.ALL
            : number("--suspend", given, "a rank or all");
    }

    private static int number(String option, String given, String expected) {
        try {
            int number = Integer.parseInt(given);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new UsageException(option + " " + given + ": expected " + expected);
        }
        throw new UsageException(option + " " + given + ": expected " + expected);
    }

    /**
     * Prints how to attach to each JVM.
     *
     * @param program of rank 0; the other programs of the job have the same agent
     */
    static void advise(RankProgram program, int size, Placement placement) {
        DebugAgent agent = DebugAgent.of(program.properties());
        if (agent == null) {
            return;
        }
        if (agent.suspended() >= size) {
            throw new UsageException("--suspend " + agent.suspended() + ": the ranks are 0 to " + (size - 1));
        }
        RanksPerJvm perJvm = program.perJvm();
        if (perJvm.ofNode()) {
            throw new UsageException("--debug: with " + perJvm + " each host finds out which ranks share a JVM, and"
                + " its debugger's port; name a number of ranks, as in --ranks-per-jvm 2");
        }
        for (HostPlan host : placement.hosts()) {
            String name = Host.isLocal(host.name()) ? "" : host.name();
            List<Integer> ranks = host.ranks();
            for (int first = 0; first < ranks.size(); first += perJvm.most()) {
                say(ranks.subList(first, (int) Math.min(ranks.size(), (long) first + perJvm.most())), agent, name);
            }
        }
    }

    private static void say(List<Integer> ranks, DebugAgent agent, String host) {
        System.err.println("mpjrun: " + (ranks.size() == 1 ? "rank " : "ranks ") + new RankList(ranks)
            + (host.isEmpty() ? "" : " on host " + host) + ": " + agent.advice(ranks, host));
    }
}
