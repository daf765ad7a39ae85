package mpj.apps.heat;

import static mpj.apps.Application.require;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line. {@code bench/native/heat_cg.c} has the same options. */
@Command(name = "heat", sortOptions = false, usageHelpAutoWidth = true,
    description = "Heat in a square plate with cold edges, by implicit steps that conjugate gradients solve.")
final class Options {
    private static final int MOST_POINTS = 32_768;

    @Option(names = "--grid", paramLabel = "N", description = "points along a side (default ${DEFAULT-VALUE})")
    int grid = 1024;

    @Option(names = "--steps", paramLabel = "N", description = "time steps (default ${DEFAULT-VALUE})")
    int steps = 3;

    @Option(names = "--step-length", paramLabel = "T", description = "of a step, where the plate's side and its "
        + "conductivity are 1 (default ${DEFAULT-VALUE})")
    double stepLength = 1e-3;

    @Option(names = "--tolerance", paramLabel = "PART", description = "a step ends when the residual is this part of "
        + "the right-hand side (default ${DEFAULT-VALUE})")
    double tolerance = 1e-8;

    @Option(names = "--most", paramLabel = "N", description = "most iterations of a step (default ${DEFAULT-VALUE})")
    int most = 10_000;

    @Option(names = "--warm-up", paramLabel = "N", description = "solve the first step so often before the clock "
        + "starts (default ${DEFAULT-VALUE})")
    int warmUp = 1;

    @Option(names = "--options", usageHelp = true, description = "list these options")
    boolean help;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if an option is invalid; the message has option, value and remedy
     */
    void check(int[] dims) {
        require(grid >= 1 && grid <= MOST_POINTS, "--grid", grid, "give 1 to " + MOST_POINTS);
        require(grid >= dims[0] && grid >= dims[1], "--grid", grid, "too few points for " + dims[0] + " x " + dims[1]
            + " ranks; give at least " + Math.max(dims[0], dims[1]) + ", or fewer ranks");
        require(steps >= 1, "--steps", steps, "give at least 1");
        require(stepLength > 0 && Double.isFinite(stepLength), "--step-length", stepLength,
            "give a time above 0; 0.001 is usual");
        require(tolerance > 0 && tolerance < 1, "--tolerance", tolerance, "give a part above 0 and below 1, as 1e-8");
        require(most >= 1, "--most", most, "give at least 1");
        require(warmUp >= 0, "--warm-up", warmUp, "give 0 for none, or how often");
    }
}
