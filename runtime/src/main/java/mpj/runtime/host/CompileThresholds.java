package mpj.runtime.host;

import java.util.List;

/**
 * How often a rank runs a method before the JVM compiles it. A JVM has thresholds for cores that would otherwise be
 * idle: there its compilers work beside the program, and it costs nothing if they compile what the program does not
 * need. If there are many more ranks than cores, each compilation takes a core from a rank, and each rank compiles
 * the same methods. So then a method must run longer before it is compiled, the longer the more ranks a core has.
 * This makes a short program end sooner. A program that computes runs longer in slow code at first, so the factor is
 * small for few ranks.
 */
final class CompileThresholds {
    private static final String SCALING = "-XX:CompileThresholdScaling=";
    /** With fewer ranks for each core, a program that computes loses as much as a short one gains. */
    private static final int LEAST = 3;
    /** Higher factors gain little, and make a program that computes slow for longer. */
    private static final int MOST = 16;
    /** The beginnings of options by which users choose themselves when to compile. */
    private static final List<String> CHOICES = List.of("-XX:CompileThreshold", "-XX:Tier", "-Xcomp", "-Xint");

    private CompileThresholds() {
    }

    /**
     * The flags for ranks that each have a JVM.
     *
     * @param options the user's own for the JVM, those from the environment included
     */
    static List<String> flags(int ranks, int cores, List<String> options) {
        boolean chosen = options.stream().anyMatch(option -> CHOICES.stream().anyMatch(option::startsWith));
        int share = Math.ceilDiv(ranks, cores);
        return share < LEAST || chosen ? List.of() : List.of(SCALING + Math.min(share, MOST));
    }
}
