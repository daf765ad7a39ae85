package mpj.tests;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/**
 * Runs that need the same number of ranks and the same properties. One job does all of them, one after the other,
 * because starting the JVMs takes most of the time. Each check is one test.
 *
 * @param quick whether the ranks' JVMs compile with C1 only. Most checks are too short to gain from C2, and C2 takes
 *   more than half of the time if there are more ranks than cores
 * @param sampled whether checks with random cases draw only a third of them
 */
public record CheckJob(List<Class<?>> checks, int ranks, List<String> properties, boolean quick, boolean sampled) {
    private static final int MOST_RANKS_WITH_C2 = 2;
    private static final int DIVISOR_OF_SAMPLES = 3;
    private static final Set<String> WITH_C2 = Set.of("shm", "threads");
    /** For checks with C2. They make hundreds of thousands of calls, and report by themselves when they give up. */
    static final Duration LIMIT_OF_MANY_CALLS = Duration.ofMinutes(20);
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration LIMIT_OF_CLASS = Duration.ofSeconds(10);

    /** The jobs for these runs. */
    public static List<CheckJob> of(List<Run> runs) {
        record Form(int ranks, List<String> properties, Class<?> alone) {
        }
        Map<Form, List<Run>> groups = runs.stream().distinct().collect(Collectors.groupingBy(
            run -> new Form(run.ranks(), run.properties(), alone(run.checks())),
            LinkedHashMap::new, Collectors.toList()));
        return groups.entrySet().stream().map(group -> new CheckJob(
            group.getValue().stream().<Class<?>>map(Run::checks).toList(), group.getKey().ranks,
            group.getKey().properties, false, false)).toList();
    }

    private CheckJob quickly() {
        return needsC2() ? this : new CheckJob(checks, ranks, properties, true, sampled);
    }

    private CheckJob sampledOnly() {
        return new CheckJob(checks, ranks, properties, quick, true);
    }

    private boolean needsC2() {
        return checks.stream().anyMatch(type -> type.isAnnotationPresent(WithC2.class));
    }

    /** This job of the second tier. It has C2 if the whole tier runs, otherwise it is quick. */
    public CheckJob ofSecondTier(JobsInTurn second) {
        return second.allRun() ? this : quickly();
    }

    /**
     * This job of the first tier. It has C2, as programs do, if its turn has come, or if it has few ranks and they
     * share memory. Over other transports the system takes more of the time, and C2's compiling takes the rest. All
     * random cases are drawn if its turn has come, and by a pair of ranks with shared memory and no properties.
     */
    public CheckJob inTurn(JobsInTurn second, TestedTransport transport) {
        boolean turn = second.runsNext();
        boolean shared = WITH_C2.contains(transport.name());
        CheckJob job = turn || shared && ranks <= MOST_RANKS_WITH_C2 ? this : quickly();
        return turn || shared && ranks == 2 && properties.isEmpty() ? job : job.sampledOnly();
    }

    /** This job of the first tier. It has C2, and draws all random cases, only if its turn has come. */
    public CheckJob inTurn(JobsInTurn second) {
        return second.runsNext() ? this : quickly().sampledOnly();
    }

    /** The class itself, if it must have a job of its own. */
    private static Class<?> alone(Class<?> checks) {
        return checks.isAnnotationPresent(Alone.class) ? checks : null;
    }

    private String title() {
        return ranks + (ranks == 1 ? " rank" : " ranks")
            + (properties.isEmpty() ? "" : ", " + String.join(", ", properties))
            + (checks.size() == 1 ? ", " + checks.getFirst().getSimpleName() : "")
            + (quick ? ", C1" : "") + (sampled ? ", sampled" : "");
    }

    private Duration limit() {
        return (needsC2() ? LIMIT_OF_MANY_CALLS : LIMIT).plus(LIMIT_OF_CLASS.multipliedBy(checks.size()));
    }

    /**
     * The job over a transport. It runs when JUnit comes to it.
     *
     * @param program mpjrun's words for the main class of the ranks
     */
    public DynamicContainer over(TestedTransport transport, List<String> program) {
        return DynamicContainer.dynamicContainer(title(),
            Stream.of(this).flatMap(job -> job.tests(transport, program)));
    }

    private Stream<DynamicTest> tests(TestedTransport transport, List<String> program) {
        List<String> names = checks.stream()
            .flatMap(type -> RankOfChecks.checksOf(type, ranks).stream()).map(Finding::name).toList();
        if (transport.unavailable() != null) {
            return names.stream().map(check -> DynamicTest.dynamicTest(check, transport::assumeAvailable));
        }
        long start = System.nanoTime();
        Job.Result result = Job.start(arguments(transport, program)).await(limit());
        System.out.printf("%s, %s: %.1f s%n", transport.name(), title(), (System.nanoTime() - start) / 1e9);
        return judged(names, ranks, result);
    }

    /** A test for each of these checks, judged from the job's output, and a test for the end of the job. */
    static Stream<DynamicTest> judged(List<String> names, int ranks, Job.Result result) {
        Map<String, List<Finding>> findings = result.out().stream().flatMap(line -> Finding.parse(line).stream())
            .collect(Collectors.groupingBy(Finding::check));
        Stream<DynamicTest> tests = names.stream().map(check -> DynamicTest.dynamicTest(check,
            () -> judge(findings.getOrDefault(check, List.of()), ranks, result)));
        return Stream.concat(tests, Stream.of(DynamicTest.dynamicTest("the job ends well", () -> {
            if (result.exitCode() != 0) {
                throw new AssertionError(result.toString());
            }
        })));
    }

    private List<String> arguments(TestedTransport transport, List<String> program) {
        List<String> arguments = new ArrayList<>(List.of("-np", Integer.toString(ranks)));
        arguments.add(quick ? Job.QUICK : Job.WITH_C2);
        if (sampled) {
            arguments.add("-D" + Draws.DIVISOR + "=" + DIVISOR_OF_SAMPLES);
        }
        arguments.addAll(transport.properties());
        properties.forEach(property -> arguments.add("-D" + property));
        arguments.addAll(program);
        checks.forEach(type -> arguments.add(type.getName()));
        return arguments;
    }

    private static void judge(List<Finding> findings, int ranks, Job.Result result) {
        Map<Integer, Finding> byRank = findings.stream()
            .collect(Collectors.toMap(Finding::rank, Function.identity(), (first, _) -> first));
        List<String> wrong = new ArrayList<>();
        IntStream.range(0, ranks).forEach(rank -> {
            Finding finding = byRank.get(rank);
            if (finding == null) {
                wrong.add("rank " + rank + " did not finish it");
            } else if (finding.failure() != null) {
                wrong.add("rank " + rank + ": " + finding.failure());
            }
        });
        if (!wrong.isEmpty()) {
            // If the job failed, only the test of its end repeats the job's output.
            throw new AssertionError(String.join("\n", wrong) + (result.exitCode() == 0 ? "\n" + result : ""));
        }
    }
}
