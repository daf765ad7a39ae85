package mpj.tests;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One class of checks, in a job of this many ranks.
 *
 * @param properties properties in addition to those of the transport, as for mpjrun's -D
 */
public record Run(Class<?> checks, int ranks, List<String> properties) {
    /** A run with these properties. */
    public static Run of(Class<?> checks, int ranks, String... properties) {
        return new Run(checks, ranks, List.of(properties));
    }

    /** The runs that the class itself asks for by {@link Runs}. */
    public static Stream<Run> askedFor(Class<?> checks) {
        Runs[] asked = checks.getAnnotationsByType(Runs.class);
        return Arrays.stream(asked.length > 0 ? asked : Default.class.getAnnotationsByType(Runs.class))
            .flatMap(runs -> Arrays.stream(runs.ranks()).mapToObj(ranks -> of(checks, ranks, runs.properties())));
    }

    /** Has the default values of {@link Runs}. */
    @Runs
    private interface Default {
    }
}
