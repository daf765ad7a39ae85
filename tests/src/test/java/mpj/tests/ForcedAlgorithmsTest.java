package mpj.tests;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.collectives.Algorithm;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.Topology;
import mpj.collectives.selection.Algorithms;
import mpj.tests.checks.AlgorithmChecks;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every algorithm of every collective, with as many ranks as a host has on whose cores many programs run. All jobs
 * belong to the second tier. The sizes are random, and differ from run to run: {@code -Dalgorithms.seed=N} repeats
 * those of a run that has failed.
 */
class ForcedAlgorithmsTest {
    private static final int RANKS = 16;
    /** So there are several JVMs, of which each has several ranks. */
    private static final int RANKS_PER_JVM = 4;
    private static final String FORCED = "mpj.coll.algorithms=";
    /** Of sixteen ranks in one JVM, each may have room for a large block of every other rank. */
    private static final List<String> PROGRAM = List.of("-J-Xmx1500m", CheckProgram.class.getName());
    private static final Duration LIMIT = Duration.ofMinutes(10);
    /** Drawn once, so that a test which runs again after a failure has the same sizes. */
    private static final long SEED =
        Long.getLong(AlgorithmChecks.SEED, ThreadLocalRandom.current().nextInt(1_000_000));
    /** Over these transports ranks share memory, and some algorithms use it. */
    private static final Set<String> TRANSPORTS = Set.of("shm", "threads", "threads+shm");

    /** The ranks of a job. An algorithm belongs to the first of these jobs that it fits. */
    private enum Ranks {
        SIXTEEN(RANKS, Topology.oneHost(RANKS)),
        TWO(2, Topology.oneHost(2)),
        ON_TWO_HOSTS(RANKS, new Topology(IntStream.range(0, RANKS).map(rank -> rank * 2 / RANKS).toArray()));

        private final int count;
        private final Problem problem;

        Ranks(int count, Topology topology) {
            this.count = count;
            problem = new Problem(0, count, 0, 0, null, null, 1, true, 0, topology,
                topology.hosts() == 1 ? 1 << 20 : 0);
        }

        static Ranks of(Collective collective, Algorithm algorithm) {
            return Arrays.stream(values()).filter(ranks -> algorithm.fits(ranks.problem)).findFirst().orElseThrow(() ->
                new IllegalStateException("no job runs " + collective.label() + ":" + algorithm.name()));
        }

        /** The algorithms of these ranks, by the label of the collective. */
        Map<String, List<String>> algorithms() {
            Map<String, List<String>> algorithms = new LinkedHashMap<>();
            for (Collective collective : Collective.values()) {
                List<String> own = Algorithms.of(collective).stream()
                    .filter(algorithm -> of(collective, algorithm) == this).map(Algorithm::name).toList();
                if (!own.isEmpty()) {
                    algorithms.put(collective.label(), own);
                }
            }
            return algorithms;
        }

        /**
         * As many jobs as the collective with the most algorithms needs. Each job has one algorithm for each
         * collective.
         */
        List<Run> runs(String... properties) {
            Map<String, List<String>> algorithms = algorithms();
            int most = algorithms.values().stream().mapToInt(List::size).max().orElse(0);
            return IntStream.range(0, most).mapToObj(i -> Run.of(AlgorithmChecks.class, count, Stream.concat(
                Stream.of(FORCED + algorithms.entrySet().stream().map(each -> each.getKey() + ":"
                    + each.getValue().get(i % each.getValue().size())).collect(joining(",")), "mpj.coll.log=true",
                    AlgorithmChecks.SEED + "=" + SEED), Stream.of(properties)).toArray(String[]::new))).toList();
        }
    }

    private static List<Run> runs(TestedTransport transport) {
        // Two ranks would be in one JVM.
        return transport.sharesJvms() ? Ranks.SIXTEEN.runs("mpj.ranks.per.jvm=" + RANKS_PER_JVM)
            : Stream.of(Ranks.SIXTEEN, Ranks.TWO).flatMap(ranks -> ranks.runs().stream()).toList();
    }

    /** That an algorithm was really used, the ranks themselves check. */
    @Test
    void everyAlgorithmOfTheLibraryBelongsToAJob() {
        Set<String> all = new TreeSet<>();
        for (Collective collective : Collective.values()) {
            Algorithms.of(collective).forEach(each -> all.add(collective.label() + ":" + each.name()));
        }
        Set<String> forced = new TreeSet<>();
        for (Ranks ranks : Ranks.values()) {
            ranks.runs().forEach(run -> forced.addAll(
                List.of(run.properties().getFirst().substring(FORCED.length()).split(","))));
        }
        assertEquals(all, forced);
    }

    @TestFactory
    List<DynamicNode> everyAlgorithmIsRightForSixteenRanks() {
        JobsInTurn second = JobsInTurn.chosen();
        List<DynamicNode> suites = new ArrayList<>();
        for (TestedTransport transport : Stream.concat(TestedTransport.all().stream(), TestedTransport.few().stream())
                .filter(transport -> TRANSPORTS.contains(transport.name())).distinct().toList()) {
            suites.add(DynamicContainer.dynamicContainer(transport.name(), CheckJob.of(runs(transport)).stream()
                .filter(_ -> second.runsNext())
                .map(job -> job.ofSecondTier(second).over(transport, PROGRAM))
                .toList()));
        }
        return suites;
    }

    @TestFactory
    Stream<? extends DynamicNode> algorithmsOfTwoLevelsAreRightOnTwoHosts() throws IOException, InterruptedException {
        JobsInTurn.assumeTurnOf("algorithmsOfTwoLevelsAreRightOnTwoHosts");
        List<CheckJob> jobs = CheckJob.of(Ranks.ON_TWO_HOSTS.runs());
        List<DynamicNode> tests = new ArrayList<>();
        try (Hosts hosts = Hosts.startOrSkip()) {
            for (CheckJob job : jobs) {
                List<String> words = new ArrayList<>(List.of("--host", "a:" + RANKS / 2 + ",b:" + RANKS / 2));
                job.properties().forEach(property -> words.add("-D" + property));
                words.addAll(List.of(CheckProgram.class.getName(), AlgorithmChecks.class.getName()));
                Job started = hosts.mpjrun(AlgorithmChecks.class, words);
                started.input().close();
                List<String> names = RankOfChecks.checksOf(AlgorithmChecks.class, RANKS).stream().map(Finding::name)
                    .toList();
                tests.add(DynamicContainer.dynamicContainer(String.join(", ", job.properties()),
                    CheckJob.judged(names, RANKS, started.await(LIMIT))));
            }
        }
        return tests.stream();
    }
}
