package mpj.tests;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import mpj.collectives.Collective;
import mpj.collectives.selection.Algorithms;
import mpj.tests.checks.AlgorithmChecks;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Every algorithm of every collective, with as many ranks as a host has on whose cores many programs run. All jobs
 * belong to the second tier.
 */
class ForcedAlgorithmsTest {
    private static final int RANKS = 16;
    /** Over these transports ranks share memory, and some algorithms use it. */
    private static final Set<String> TRANSPORTS = Set.of("shm", "threads");

    /** As many jobs as the collective with the most algorithms has. Each job has one algorithm for each collective. */
    private static List<Run> runs() {
        List<Collective> collectives =
            Arrays.stream(Collective.values()).filter(each -> !Algorithms.of(each).isEmpty()).toList();
        int most = collectives.stream().mapToInt(each -> Algorithms.of(each).size()).max().orElseThrow();
        return IntStream.range(0, most).mapToObj(i -> Run.of(AlgorithmChecks.class, RANKS, "mpj.coll.algorithms="
            + collectives.stream().map(each -> each.label() + ":"
                + Algorithms.of(each).get(i % Algorithms.of(each).size()).name()).collect(joining(",")))).toList();
    }

    @TestFactory
    List<DynamicNode> everyAlgorithmIsRightForSixteenRanks() {
        JobsInTurn second = JobsInTurn.chosen();
        List<DynamicNode> suites = new ArrayList<>();
        for (TestedTransport transport : TestedTransport.all()) {
            if (TRANSPORTS.contains(transport.name())) {
                suites.add(DynamicContainer.dynamicContainer(transport.name(), CheckJob.of(runs()).stream()
                    .filter(_ -> second.runsNext())
                    .map(job -> job.ofSecondTier(second).over(transport, List.of(CheckProgram.class.getName())))
                    .toList()));
            }
        }
        return suites;
    }
}
