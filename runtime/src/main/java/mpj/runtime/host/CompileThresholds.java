package mpj.runtime.host;

import java.util.List;

/**
 * How often a rank runs a method before the JVM compiles it. A JVM has thresholds for cores that would otherwise be
 * idle: there its compilers work beside the program, and what they compile in vain costs nothing. If there are more
 * ranks than cores, each compilation takes a core from a rank, and each rank compiles the same methods. So then a
 * method must run longer before it is compiled. A program that computes for long loses a few milliseconds by that, and
 * a short one ends sooner.
 */
final class CompileThresholds {
    private static final String SCALING = "-XX:CompileThresholdScaling=";
    private static final int FACTOR = 8;
    /** The factor for very many ranks. Their programs are short in most cases: to compute, they would need cores. */
    private static final int FACTOR_OF_MANY = 16;
    /** If a core has more ranks than this, they are very many. */
    private static final int MANY = 8;
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
        return ranks <= cores || chosen ? List.of()
            : List.of(SCALING + (ranks > (long) MANY * cores ? FACTOR_OF_MANY : FACTOR));
    }
}
