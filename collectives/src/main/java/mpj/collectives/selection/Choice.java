package mpj.collectives.selection;

import mpj.collectives.Algorithm;
import mpj.collectives.Collective;
import mpj.collectives.Problem;

/**
 * An algorithm and its parameter.
 *
 * @param algorithm the algorithm
 * @param parameter its parameter, or 0 for the algorithm's own; see {@link Algorithm#parameter}
 */
public record Choice(Algorithm algorithm, long parameter) {
    private static final String SUFFIXES = "kmg";

    /**
     * Reads {@code NAME} or {@code NAME:PARAMETER}. The parameter may end in k, m or g.
     *
     * @param collective the collective
     * @param text the text
     * @return the choice
     * @throws IllegalArgumentException when there is no such algorithm, or the parameter is not a positive number
     */
    public static Choice parse(Collective collective, String text) {
        int colon = text.indexOf(':');
        Algorithm algorithm = Algorithms.named(collective, colon < 0 ? text : text.substring(0, colon));
        return new Choice(algorithm, colon < 0 ? 0 : number(text.substring(colon + 1)));
    }

    /**
     * The form of this choice that carries out a problem. A name stands for an algorithm within one group, and perhaps
     * for one between two groups.
     *
     * @return null if the algorithm cannot carry out the problem, or if there is no algorithm of this name between two
     *     groups
     */
    Choice fitting(Collective collective, Problem problem) {
        Algorithm named = !problem.hasTwoGroups() ? algorithm : Algorithms.ofTwoGroups(collective).stream()
            .filter(between -> between.name().equals(algorithm.name())).findFirst().orElse(null);
        return named == null || !named.fits(problem) ? null : named == algorithm ? this : new Choice(named, parameter);
    }

    /** Reads a positive number with an optional suffix. */
    static long number(String text) {
        int last = text.isEmpty() ? -1 : SUFFIXES.indexOf(Character.toLowerCase(text.charAt(text.length() - 1)));
        try {
            long number = Long.parseLong(last < 0 ? text : text.substring(0, text.length() - 1));
            long value = number << 10 * (last + 1);
            if (number > 0 && value >> 10 * (last + 1) == number) {
                return value;
            }
        } catch (NumberFormatException _) {
            // treated like any other text that is not such a number
        }
        throw new IllegalArgumentException("\"" + text + "\" is not a positive number such as 8 or 64k");
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return parameter == 0 ? algorithm.name() : algorithm.name() + ":" + parameter;
    }
}
