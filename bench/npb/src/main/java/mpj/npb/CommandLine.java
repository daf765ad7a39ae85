package mpj.npb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import mpj.npb.common.Benchmark;
import mpj.npb.common.ProblemClass;

/**
 * The choices of the command line.
 *
 * @param selections the benchmarks, in their order
 * @param timers whether the time in communication is measured
 * @param segments whether the data lies in memory segments
 * @param help whether the command line asks for help, and nothing else
 */
record CommandLine(List<Selection> selections, boolean timers, boolean segments, boolean help) {
    static final String HELP = """
        Usage: bench npb [OPTIONS OF mpjrun] NAME.CLASS... [-t] [--segments]
        Runs NAS Parallel Benchmarks, one after the other, as in bench npb -np 4 CG.A MG.A

          NAME          %s
          CLASS         %s
          -t            measure how much of the time is communication
          --segments    data in memory segments instead of arrays: %s
          -io full|simple [-file FILE]
                        BT only: BTIO, which writes each fifth step into a file, together or each rank by itself
          --help, -h    print this help, and end

        The exit code is 1 if a result is not the official one.""".formatted(names(Npb.BENCHMARKS),
            classes(), names(Npb.BENCHMARKS.stream().filter(Benchmark::hasSegments).toList()));

    /**
     * A benchmark that is to run.
     *
     * @param benchmark the benchmark
     * @param problem the size of its problem
     */
    record Selection(Benchmark benchmark, ProblemClass problem) {
    }

    /**
     * Reads a command line.
     *
     * @param arguments the words of the command line
     * @param ranks the number of ranks of the job
     * @param strict NPB's variable NPB_NPROCS_STRICT, or null
     * @throws IllegalArgumentException if the command line is wrong; the message says what is wrong and what would be
     *   right
     */
    static CommandLine of(String[] arguments, int ranks, String strict) {
        List<Selection> selections = new ArrayList<>();
        boolean timers = false;
        boolean segments = false;
        for (String argument : arguments) {
            switch (argument) {
                case "-h", "--help" -> {
                    return new CommandLine(List.of(), false, false, true);
                }
                case "-t" -> timers = true;
                case "--segments" -> segments = true;
                default -> selections.add(selection(argument));
            }
        }
        if (selections.isEmpty()) {
            throw new IllegalArgumentException("npb: no benchmark is named; say NAME.CLASS, as in CG.A, with a name of "
                + names(Npb.BENCHMARKS) + "; bench npb --help says more");
        }
        for (Selection selection : selections) {
            Benchmark benchmark = selection.benchmark();
            if (segments && !benchmark.hasSegments()) {
                throw new IllegalArgumentException("npb: --segments: " + benchmark.name()
                    + " has its data in arrays only; leave out the option, or name benchmarks of "
                    + names(Npb.BENCHMARKS.stream().filter(Benchmark::hasSegments).toList()));
            }
            if (isStrict(strict) && !benchmark.rankCount().allows(ranks)) {
                throw new IllegalArgumentException(benchmark.rankCount().complaint(ranks)
                    + "; with NPB_NPROCS_STRICT=off in the ranks' environment "
                    + benchmark.rankCount().mostOf(ranks) + " of the " + ranks + " work");
            }
            benchmark.check(selection.problem(), benchmark.rankCount().mostOf(ranks));
        }
        return new CommandLine(selections, timers, segments, false);
    }

    private static Selection selection(String argument) {
        if (argument.startsWith("-")) {
            throw new IllegalArgumentException("npb: " + argument + " is no option; bench npb --help lists them, and"
                + " of mpjrun come before the first benchmark");
        }
        int dot = argument.indexOf('.');
        String name = dot < 0 ? argument : argument.substring(0, dot);
        Benchmark benchmark = Npb.BENCHMARKS.stream().filter(each -> each.name().equalsIgnoreCase(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("npb: " + argument + ": " + name
                + " is no benchmark; there are " + names(Npb.BENCHMARKS)));
        String problem = dot < 0 ? "" : argument.substring(dot + 1);
        return Arrays.stream(ProblemClass.values()).filter(each -> each.name().equalsIgnoreCase(problem)).findFirst()
            .map(each -> new Selection(benchmark, each))
            .orElseThrow(() -> new IllegalArgumentException("npb: " + argument + ": '" + problem
                + "' is no class; there are " + classes() + ", as in " + benchmark.name() + ".A"));
    }

    /** Follows NPB's rules, which look only at the first letter. */
    private static boolean isStrict(String strict) {
        return strict == null
            || !strict.equals("0") && !strict.equalsIgnoreCase("off") && !strict.matches("(?s)[-nNfF].*");
    }

    private static String classes() {
        return Arrays.stream(ProblemClass.values()).map(Enum::name).collect(Collectors.joining(", "));
    }

    private static String names(List<Benchmark> benchmarks) {
        return benchmarks.stream().map(Benchmark::name).collect(Collectors.joining(", "));
    }
}
