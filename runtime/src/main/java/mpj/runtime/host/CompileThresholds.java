package mpj.runtime.host;

import java.util.ArrayList;
import java.util.List;

/**
 * How often a rank runs a method before the JVM compiles it. A JVM has thresholds for cores that would otherwise be
 * idle: there its compilers work beside the program, and it costs nothing if they compile what the program does not
 * need. If the ranks fill the cores, each compilation takes a core from a rank.
 *
 * <p>If there are at least as many ranks as cores, C2 therefore compiles a method only when the method has run four
 * times as often as usual. C2 takes most of the compilers' time, and many methods run just often enough for it before
 * they are not needed any more. A program that computes for long hardly runs longer in code of C1, since its loops
 * reach any threshold in milliseconds. With factors of ten and more, a program of short messages becomes slower.
 *
 * <p>If there are many more ranks than cores, each rank compiles the same methods, and the ranks of a core do so one
 * after the other. So then a method must also run longer before C1 compiles it, the longer the more ranks a core has.
 * This makes a short program end sooner. A program that computes runs longer in slow code at first, so the factor is
 * small for few ranks. Ranks that are threads of one JVM need no such factor, because the JVM compiles for all of them.
 */
final class CompileThresholds {
    private static final String SCALING = "-XX:CompileThresholdScaling=";
    /** With fewer ranks for each core, a program that computes loses as much as a short one gains. */
    private static final int LEAST = 3;
    /** Higher factors gain little, and make a program that computes slow for longer. */
    private static final int MOST = 16;
    /** Four times the JVM's defaults. */
    private static final List<String> C2_LATER = List.of("-XX:Tier4InvocationThreshold=20000",
        "-XX:Tier4MinInvocationThreshold=2400", "-XX:Tier4CompileThreshold=60000",
        "-XX:Tier4BackEdgeThreshold=160000");
    /** The beginnings of options by which users choose themselves when to compile. */
    private static final List<String> CHOICES = List.of("-XX:CompileThreshold", "-XX:Tier", "-Xcomp", "-Xint");

    private CompileThresholds() {
    }

    /**
     * The flags for the JVMs of ranks.
     *
     * @param ranks the number of ranks on the host
     * @param together whether the ranks are threads of one JVM or of a few
     * @param options the user's own for the JVM, those from the environment included
     */
    static List<String> flags(int ranks, int cores, boolean together, List<String> options) {
        boolean chosen = options.stream().anyMatch(option -> CHOICES.stream().anyMatch(option::startsWith));
        if (ranks < cores || chosen) {
            return List.of();
        }
        List<String> flags = new ArrayList<>(C2_LATER);
        int share = Math.ceilDiv(ranks, cores);
        if (share >= LEAST && !together) {
            flags.add(SCALING + Math.min(share, MOST));
        }
        return flags;
    }
}
