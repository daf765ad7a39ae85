package mpj.runtime.host;

import java.util.List;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * How many ranks of a host are threads of one JVM.
 *
 * @param most the number of ranks in a JVM
 * @param ofNode whether ranks share a JVM only with ranks of the same NUMA node
 */
public record RanksPerJvm(int most, boolean ofNode) {
    /** Each rank has a JVM of its own. */
    public static final RanksPerJvm ONE = new RanksPerJvm(1, false);
    /** All ranks of a host share a JVM. */
    public static final RanksPerJvm HOST = new RanksPerJvm(Integer.MAX_VALUE, false);
    /** The ranks of each NUMA node share a JVM. */
    public static final RanksPerJvm NUMA = new RanksPerJvm(Integer.MAX_VALUE, true);

    /**
     * Reads the user's words.
     *
     * @throws UsageException when they are no such number
     */
    public static RanksPerJvm of(String text) {
        return switch (text) {
            case "host" -> HOST;
            case "numa" -> NUMA;
            default -> new RanksPerJvm(number(text), false);
        };
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw refused(text);
        }
        throw refused(text);
    }

    private static UsageException refused(String text) {
        return new UsageException("--ranks-per-jvm " + text + ": expected a whole number of at least 1, host for one"
            + " JVM on each host, or numa for one JVM on each NUMA node");
    }

    /** Whether ranks share JVMs, so that a rank is a thread. */
    public boolean areThreads() {
        return most > 1;
    }

    /** Whether all ranks of a host share a JVM, however many they are. */
    public boolean isHost() {
        return equals(HOST);
    }

    /** The choice that these properties make; null if they make none. */
    static RanksPerJvm of(List<String> properties) {
        String definition = RuntimeProperties.RANKS_PER_JVM.definition("");
        RanksPerJvm last = null;
        for (String property : properties) {
            last = property.startsWith(definition) ? of(property.substring(definition.length())) : last;
        }
        return last;
    }

    /** The option, as the user could have written it. */
    @Override
    public String toString() {
        return "--ranks-per-jvm " + (ofNode ? "numa" : isHost() ? "host" : Integer.toString(most));
    }
}
