package mpj.collectives.selection;

import mpj.collectives.Algorithm;
import mpj.collectives.Collective;
import mpj.collectives.Problem;

/**
 * An algorithm and its parameter.
 *
 * @param algorithm the algorithm
 * @param parameter its parameter, or 0 for its own; see {@link Algorithm#parameter}
 */
public record Choice(Algorithm algorithm, long parameter) {
    private static final String SUFFIXES = "kmg";

    /**
     * Reads {@code NAME} or {@code NAME:PARAMETER}, where the parameter may end in k, m or g.
     *
     * @param collective the collective
     * @param text what to read
     * @return the choice
     * @throws IllegalArgumentException when there is no such algorithm, or the parameter is no number
     */
    public static Choice parse(Collective collective, String text) {
        int colon = text.indexOf(':');
        Algorithm algorithm = Algorithms.named(collective, colon < 0 ? text : text.substring(0, colon));
        return new Choice(algorithm, colon < 0 ? 0 : number(text.substring(colon + 1)));
    }

    /**
     * What this says of a problem. A name stands for an algorithm of one group, and perhaps for one of two.
     *
     * @return null where the algorithm cannot carry it out, or two groups have none of the name
     */
    Choice fitting(Collective collective, Problem problem) {
        Algorithm named = !problem.hasTwoGroups() ? algorithm : Algorithms.ofTwoGroups(collective).stream()
            .filter(between -> between.name().equals(algorithm.name())).findFirst().orElse(null);
        return named == null || !named.fits(problem) ? null : named == algorithm ? this : new Choice(named, parameter);
    }

    /** A positive number with an optional suffix. */
    static long number(String text) {
        int last = text.isEmpty() ? -1 : SUFFIXES.indexOf(Character.toLowerCase(text.charAt(text.length() - 1)));
        try {
            long number = Long.parseLong(last < 0 ? text : text.substring(0, text.length() - 1));
            long value = number << 10 * (last + 1);
            if (number > 0 && value >> 10 * (last + 1) == number) {
                return value;
            }
        } catch (NumberFormatException _) {
            // the same as any other text that is no such number
        }
        throw new IllegalArgumentException("\"" + text + "\" is not a positive number such as 8 or 64k");
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return parameter == 0 ? algorithm.name() : algorithm.name() + ":" + parameter;
    }
}
