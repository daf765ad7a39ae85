package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.tests.CheckJob;
import mpj.tests.JobsInTurn;
import mpj.tests.Run;
import mpj.tests.TestedTransport;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs all classes of checks. Over the first transport, they run in the jobs that they ask for. Over the others, they
 * run with the largest number of ranks that they ask for, up to four. Ranks that share memory, ranks that are threads,
 * and windows that use messages are in the first tier. So are the windows of four ranks of which each shares memory
 * with one other: in such a window some operations are loads and stores, and others are messages. All other checks are
 * in the second tier. So are the jobs of three ranks for a class that also runs with two ranks and with four. The
 * collectives of the API mpiJava run with three ranks in the first tier, and the two APIs have the collectives in
 * common. For the same reason a job has C2 only in its turn: jobs of the API mpiJava have it in the first tier.
 */
class ChecksTest {
    private static final String CHECKS = "Checks.class";
    private static final List<String> PROGRAM = List.of("--api", "openmpi", CheckProgram.class.getName());
    private static final Set<String> FIRST_TIER = Set.of("shm", "threads");
    /** Over this transport windows use messages, and not memory in common. */
    private static final String BY_MESSAGES = "nio";
    /** Over this transport windows use messages for some ranks and memory in common for others. */
    private static final String BY_BOTH = "shm+nio";
    private static final String WINDOWS = "Window";
    private static final int MOST_RANKS_OVER_OTHERS = 4;

    @TestFactory
    List<DynamicNode> transports() throws IOException, URISyntaxException, ClassNotFoundException {
        List<Run> runs = new ArrayList<>();
        for (Class<?> checks : checks()) {
            Run.askedFor(checks).forEach(runs::add);
        }
        JobsInTurn second = JobsInTurn.chosen();
        List<TestedTransport> all = Stream.concat(TestedTransport.all().stream(), TestedTransport.few().stream())
            .distinct().toList();
        List<DynamicNode> suites = new ArrayList<>();
        for (TestedTransport transport : all) {
            List<DynamicContainer> jobs = new ArrayList<>();
            Map<Boolean, List<Run>> often = (transport == all.getFirst() ? runs : overOthers(runs)).stream()
                .collect(Collectors.partitioningBy(run -> isOfFirstTier(transport, run) && !isBetween(run, runs)));
            for (CheckJob job : CheckJob.of(often.get(true))) {
                jobs.add(job.inTurn(second).over(transport, PROGRAM));
            }
            for (CheckJob job : CheckJob.of(often.get(false))) {
                // With one or two ranks there would be one JVM.
                if (!(transport.sharesJvms() && job.ranks() < 3) && second.runsNext()) {
                    jobs.add(job.ofSecondTier(second).over(transport, PROGRAM));
                }
            }
            suites.add(DynamicContainer.dynamicContainer(transport.name(), jobs));
        }
        return suites;
    }

    private static boolean isOfFirstTier(TestedTransport transport, Run run) {
        return FIRST_TIER.contains(transport.name())
            || run.checks().getSimpleName().startsWith(WINDOWS) && (transport.name().equals(BY_MESSAGES)
            || transport.name().equals(BY_BOTH) && run.ranks() == MOST_RANKS_OVER_OTHERS);
    }

    /** Whether a run of several ranks has more of them than another run of its class, and fewer than a third run. */
    private static boolean isBetween(Run run, List<Run> runs) {
        List<Integer> others = runs.stream().filter(other -> other.checks() == run.checks()
            && other.properties().equals(run.properties())).map(Run::ranks)
            .filter(ranks -> ranks > 1 && ranks <= MOST_RANKS_OVER_OTHERS).toList();
        return others.stream().anyMatch(ranks -> ranks < run.ranks())
            && others.stream().anyMatch(ranks -> ranks > run.ranks());
    }

    /** For each class, the run with the most ranks that does not exceed the limit. */
    private static List<Run> overOthers(List<Run> runs) {
        Map<Class<?>, Run> chosen = new LinkedHashMap<>();
        for (Run run : runs) {
            if (run.properties().isEmpty() && run.ranks() <= MOST_RANKS_OVER_OTHERS) {
                chosen.merge(run.checks(), run, (one, other) -> one.ranks() >= other.ranks() ? one : other);
            }
        }
        return List.copyOf(chosen.values());
    }

    private static List<Class<?>> checks() throws IOException, URISyntaxException, ClassNotFoundException {
        Path folder = Path.of(ChecksTest.class.getResource("checks").toURI());
        List<Class<?>> checks = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted(Comparator.naturalOrder()).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(CHECKS)) {
                    // Does not initialize the classes, because only ranks may do so, after Init.
                    checks.add(Class.forName(ChecksTest.class.getPackageName() + ".checks."
                        + name.substring(0, name.length() - ".class".length()), false,
                        ChecksTest.class.getClassLoader()));
                }
            }
        }
        assertFalse(checks.isEmpty(), folder::toString);
        return checks;
    }
}
