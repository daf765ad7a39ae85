package mpj.tests;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.checks.AllocationChecks;
import mpj.tests.checks.ArgumentChecks;
import mpj.tests.checks.BadInputChecks;
import mpj.tests.checks.CancelChecks;
import mpj.tests.checks.CheckingModeChecks;
import mpj.tests.checks.CollectiveArgumentChecks;
import mpj.tests.checks.CollectiveChecks;
import mpj.tests.checks.CollectiveFormsChecks;
import mpj.tests.checks.CollectiveTypeChecks;
import mpj.tests.checks.CommunicatorChecks;
import mpj.tests.checks.DerivedTypeChecks;
import mpj.tests.checks.EmptyCollectiveChecks;
import mpj.tests.checks.FloodChecks;
import mpj.tests.checks.InPlaceChecks;
import mpj.tests.checks.IntercommChecks;
import mpj.tests.checks.IntercommCollectiveChecks;
import mpj.tests.checks.ModeChecks;
import mpj.tests.checks.OffHeapChecks;
import mpj.tests.checks.OrderChecks;
import mpj.tests.checks.PersistentCollectiveChecks;
import mpj.tests.checks.PersistentRequestChecks;
import mpj.tests.checks.RandomChecks;
import mpj.tests.checks.ReductionChecks;
import mpj.tests.checks.RequestChecks;
import mpj.tests.checks.SameBufferChecks;
import mpj.tests.checks.SectionedBufferChecks;
import mpj.tests.checks.SelfChecks;
import mpj.tests.checks.SerializationChecks;
import mpj.tests.checks.SharedMemoryChecks;
import mpj.tests.checks.SizeChecks;
import mpj.tests.checks.StandardChecks;
import mpj.tests.checks.ThreadChecks;
import mpj.tests.checks.TopologyChecks;
import mpj.tests.checks.TruncationChecks;
import mpj.tests.checks.TypeChecks;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What every transport must do. A job runs the checks of all classes that want as many ranks and the same properties,
 * as most of the time goes into starting JVMs; each check is one test.
 */
class SharedSuiteTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration LIMIT_OF_CLASS = Duration.ofSeconds(10);

    /** They measure the process, so that no others may have been there before. */
    private static final Set<Class<?>> ALONE = Set.of(FloodChecks.class);

    /**
     * One job.
     *
     * @param properties beside the transport's, as for mpjrun's -D
     */
    private record Run(Class<?> checks, int ranks, List<String> properties) {
        static Run of(Class<?> checks, int ranks, String... properties) {
            return new Run(checks, ranks, List.of(properties));
        }
    }

    /** Runs of which one job does all, one after the other. */
    private record Group(List<Class<?>> checks, int ranks, List<String> properties) {
        static List<Group> of(List<Run> runs) {
            record Form(int ranks, List<String> properties, Class<?> alone) {
            }
            Map<Form, List<Run>> groups = runs.stream().distinct().collect(Collectors.groupingBy(run ->
                new Form(run.ranks, run.properties, ALONE.contains(run.checks) ? run.checks : null),
                LinkedHashMap::new, Collectors.toList()));
            return groups.entrySet().stream().map(group -> new Group(
                group.getValue().stream().<Class<?>>map(Run::checks).toList(), group.getKey().ranks,
                group.getKey().properties)).toList();
        }

        String title() {
            return ranks + (ranks == 1 ? " rank" : " ranks")
                + (properties.isEmpty() ? "" : ", " + String.join(", ", properties))
                + (checks.size() == 1 ? ", " + checks.getFirst().getSimpleName() : "");
        }

        Duration limit() {
            return LIMIT.plus(LIMIT_OF_CLASS.multipliedBy(checks.size()));
        }
    }

    /** A tree, a ring or a cube may go wrong for one number of ranks only. */
    private static final List<Run> COLLECTIVES = IntStream.of(1, 2, 3, 4, 5, 8).boxed()
        .flatMap(ranks -> Stream.of(CollectiveChecks.class, ReductionChecks.class, CollectiveTypeChecks.class,
            CollectiveArgumentChecks.class, CollectiveFormsChecks.class, SameBufferChecks.class, InPlaceChecks.class,
            EmptyCollectiveChecks.class, PersistentCollectiveChecks.class)
            .map(checks -> Run.of(checks, ranks))).toList();

    private static final List<Run> POINT_TO_POINT = List.of(
        Run.of(SelfChecks.class, 1),
        Run.of(OrderChecks.class, 1),
        Run.of(ThreadChecks.class, 1),
        Run.of(OrderChecks.class, 2),
        Run.of(TypeChecks.class, 2),
        Run.of(DerivedTypeChecks.class, 1),
        Run.of(DerivedTypeChecks.class, 2),
        Run.of(DerivedTypeChecks.class, 3),
        Run.of(PersistentRequestChecks.class, 1),
        Run.of(PersistentRequestChecks.class, 2),
        Run.of(BadInputChecks.class, 1),
        Run.of(BadInputChecks.class, 4),
        Run.of(StandardChecks.class, 2),
        Run.of(StandardChecks.class, 5),
        Run.of(SectionedBufferChecks.class, 1),
        Run.of(SectionedBufferChecks.class, 2),
        Run.of(SerializationChecks.class, 1),
        Run.of(SerializationChecks.class, 2),
        Run.of(SerializationChecks.class, 5),
        Run.of(SizeChecks.class, 2),
        Run.of(OffHeapChecks.class, 2),
        Run.of(ModeChecks.class, 2),
        Run.of(RequestChecks.class, 2),
        Run.of(CancelChecks.class, 2),
        Run.of(TruncationChecks.class, 2),
        Run.of(ArgumentChecks.class, 2),
        Run.of(FloodChecks.class, 2),
        Run.of(ThreadChecks.class, 2),
        Run.of(OrderChecks.class, 3),
        Run.of(SelfChecks.class, 3),
        Run.of(ModeChecks.class, 3),
        Run.of(RandomChecks.class, 4),
        Run.of(ThreadChecks.class, 4),
        Run.of(OrderChecks.class, 8),
        Run.of(CommunicatorChecks.class, 1),
        Run.of(TopologyChecks.class, 1),
        Run.of(CommunicatorChecks.class, 2),
        Run.of(IntercommChecks.class, 2),
        Run.of(IntercommCollectiveChecks.class, 2),
        Run.of(TopologyChecks.class, 2),
        Run.of(CommunicatorChecks.class, 3),
        Run.of(IntercommChecks.class, 3),
        Run.of(IntercommCollectiveChecks.class, 3),
        Run.of(TopologyChecks.class, 3),
        Run.of(CommunicatorChecks.class, 4),
        Run.of(IntercommChecks.class, 4),
        Run.of(IntercommCollectiveChecks.class, 4),
        Run.of(TopologyChecks.class, 4),
        Run.of(CommunicatorChecks.class, 5),
        Run.of(IntercommChecks.class, 5),
        Run.of(IntercommCollectiveChecks.class, 5),
        Run.of(TopologyChecks.class, 5),
        Run.of(CommunicatorChecks.class, 8),
        Run.of(IntercommChecks.class, 8),
        Run.of(IntercommCollectiveChecks.class, 8),
        Run.of(TopologyChecks.class, 8),
        // The protocols' limits moved: everything is announced, nothing is.
        Run.of(OrderChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(CancelChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(DerivedTypeChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(PersistentRequestChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(SizeChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(RandomChecks.class, 3, "mpj.eager.limit=4194304"),
        // The least and the most that a packet of shared memory may be; other transports pass over it.
        Run.of(OrderChecks.class, 2, "mpj.shm.packet=64"),
        Run.of(SizeChecks.class, 2, "mpj.shm.packet=49152"));

    private static final List<Run> RUNS = Stream.of(POINT_TO_POINT, COLLECTIVES, List.of(
        Run.of(CheckingModeChecks.class, 3, "mpj.check=true"),
        Run.of(CollectiveFormsChecks.class, 3, "mpj.check=true"),
        Run.of(PersistentCollectiveChecks.class, 3, "mpj.check=true"),
        Run.of(SameBufferChecks.class, 3, "mpj.check=true"),
        Run.of(AllocationChecks.class, 2, "mpj.coll.barrier=shared-flags"),
        Run.of(AllocationChecks.class, 2, "tests.one.type=true"),
        Run.of(SharedMemoryChecks.class, 2),
        Run.of(SharedMemoryChecks.class, 3),
        Run.of(SharedMemoryChecks.class, 5),
        Run.of(SharedMemoryChecks.class, 3, "mpj.coll.barrier=shared-flags:2", "mpj.coll.bcast=shared:1k",
            "mpj.coll.reduce=shared:1k", "mpj.coll.allreduce=shared-scatter:1k"),
        Run.of(ReductionChecks.class, 3, "mpj.coll.barrier=shared-flags:2", "mpj.coll.bcast=shared:1k",
            "mpj.coll.reduce=shared:1k", "mpj.coll.allreduce=shared-scatter:1k"),
        Run.of(ReductionChecks.class, 2, "mpj.coll.allreduce=shared:1k"),
        Run.of(BadInputChecks.class, 4, "mpj.coll.bcast=pipelined:4k", "mpj.coll.reduce=rabenseifner",
            "mpj.coll.allreduce=rabenseifner", "mpj.coll.allgather=ring", "mpj.coll.alltoall=pairwise",
            "mpj.coll.gather=binomial", "mpj.coll.scatter=binomial"),
        Run.of(BadInputChecks.class, 3, "mpj.coll.bcast=scatter-ring-allgather", "mpj.coll.allreduce=ring",
            "mpj.coll.allgather=bruck", "mpj.coll.alltoall=bruck", "mpj.coll.gather=linear", "mpj.coll.scatter=linear",
            "mpj.coll.reduce=pipelined:4k"),
        Run.of(BadInputChecks.class, 2, "mpj.coll.bcast=binomial", "mpj.coll.allreduce=segmented-ring:4k",
            "mpj.coll.reduce=two-process"),
        Run.of(CollectiveFormsChecks.class, 3, "mpj.eager.limit=0"),
        // A sample of algorithms that the table of this machine does not choose.
        Run.of(CollectiveChecks.class, 5, "mpj.coll.bcast=pipelined:4k", "mpj.coll.gather=k-nomial:3",
            "mpj.coll.scatter=chain", "mpj.coll.allgather=bruck:3", "mpj.coll.alltoall=ring"),
        Run.of(CollectiveTypeChecks.class, 5, "mpj.coll.bcast=pipelined:4k", "mpj.coll.gather=k-nomial:3",
            "mpj.coll.scatter=chain", "mpj.coll.allgather=bruck:3", "mpj.coll.alltoall=ring"),
        Run.of(CollectiveChecks.class, 4, "mpj.coll.bcast=split-binary:1k", "mpj.coll.gather=chain",
            "mpj.coll.scatter=k-nomial:3", "mpj.coll.allgather=sparbit", "mpj.coll.alltoall=grid",
            "mpj.coll.alltoallv=bounded-linear:2", "mpj.coll.allgatherv=gather-bcast"),
        Run.of(ReductionChecks.class, 4, "mpj.coll.reduce=in-order-binary:1k", "mpj.coll.allreduce=segmented-ring:1k",
            "mpj.coll.reduce_scatter=ring", "mpj.coll.scan=pipelined:1k"),
        Run.of(ReductionChecks.class, 5, "mpj.coll.reduce=rabenseifner", "mpj.coll.allreduce=reduce-bcast",
            "mpj.coll.reduce_scatter=reduce-scatterv", "mpj.coll.scan=binomial"),
        Run.of(CollectiveChecks.class, 3, "mpj.eager.limit=0"),
        Run.of(ReductionChecks.class, 5, "mpj.eager.limit=0"))).flatMap(List::stream)
        .flatMap(SharedSuiteTest::alsoOfOneBufferAndOfNothing).toList();

    /**
     * Algorithms read and write in orders of their own, and divide by sizes, so each that is forced is given one memory
     * for both, and nothing at all.
     */
    private static Stream<Run> alsoOfOneBufferAndOfNothing(Run run) {
        boolean forced = run.properties.stream()
            .anyMatch(property -> property.startsWith("mpj.coll.") && !property.startsWith("mpj.coll.barrier"));
        return !forced ? Stream.of(run) : Stream.of(run, new Run(SameBufferChecks.class, run.ranks, run.properties),
            new Run(EmptyCollectiveChecks.class, run.ranks, run.properties));
    }

    /** Over transports other than the first, each check runs with the number of ranks that asks the most of it. */
    private static final int RANKS_OVER_OTHERS = 4;
    private static final List<Run> RUNS_OVER_OTHERS = Stream.concat(
        RUNS.stream().filter(run -> run.properties().isEmpty() && run.ranks() <= RANKS_OVER_OTHERS)
            .collect(Collectors.toMap(Run::checks, Function.identity(),
                BinaryOperator.maxBy(Comparator.comparingInt(Run::ranks)), LinkedHashMap::new)).values().stream(),
        RUNS.stream().filter(run -> run.ranks() == 2 && run.properties().contains("mpj.eager.limit=0"))).toList();

    /** Over transports that {@code -Dtests.few} names: what only the packets' way can get wrong. */
    private static final List<Run> FEW_RUNS = List.of(Run.of(OrderChecks.class, 3), Run.of(SizeChecks.class, 2),
        Run.of(OffHeapChecks.class, 2), Run.of(FloodChecks.class, 2), Run.of(CollectiveChecks.class, 4));

    /** Over the first transport everything runs; over all with {@code -Dtests.everything=true}. */
    @TestFactory
    Stream<DynamicNode> transports() {
        List<TestedTransport> all = TestedTransport.all();
        Stream<DynamicNode> thorough = all.stream().map(transport -> {
            boolean everything = transport == all.getFirst() || Boolean.getBoolean("tests.everything");
            return suite(transport, everything ? RUNS : RUNS_OVER_OTHERS);
        });
        return Stream.concat(thorough, TestedTransport.few().stream().map(transport -> suite(transport, FEW_RUNS)));
    }

    private static DynamicNode suite(TestedTransport transport, List<Run> runs) {
        return DynamicContainer.dynamicContainer(transport.name(), Group.of(runs).stream()
            .map(group -> DynamicContainer.dynamicContainer(group.title(),
                Stream.of(group).flatMap(each -> testsOf(transport, each)))));
    }

    private static Stream<DynamicTest> testsOf(TestedTransport transport, Group group) {
        List<String> checks = group.checks().stream()
            .flatMap(type -> CheckProgram.checksOf(type, group.ranks()).stream()).map(Finding::name).toList();
        if (transport.unavailable() != null) {
            return checks.stream().map(check -> DynamicTest.dynamicTest(check, transport::assumeAvailable));
        }
        long start = System.nanoTime();
        Job.Result result = Job.start(arguments(transport, group)).await(group.limit());
        System.out.printf("%s, %s: %.1f s%n", transport.name(), group.title(), (System.nanoTime() - start) / 1e9);
        Map<String, List<Finding>> findings = result.out().stream().flatMap(line -> Finding.parse(line).stream())
            .collect(Collectors.groupingBy(Finding::check));
        Stream<DynamicTest> tests = checks.stream().map(check -> DynamicTest.dynamicTest(check,
            () -> judge(findings.getOrDefault(check, List.of()), group.ranks(), result)));
        return Stream.concat(tests, Stream.of(DynamicTest.dynamicTest("the job ends well", () -> {
            if (result.exitCode() != 0) {
                throw new AssertionError(result.toString());
            }
        })));
    }

    private static List<String> arguments(TestedTransport transport, Group group) {
        List<String> arguments = new ArrayList<>(List.of("-np", Integer.toString(group.ranks())));
        arguments.addAll(transport.properties());
        group.properties().forEach(property -> arguments.add("-D" + property));
        arguments.add(CheckProgram.class.getName());
        group.checks().forEach(type -> arguments.add(type.getName()));
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
            throw new AssertionError(String.join("\n", wrong) + "\n" + result);
        }
    }
}
