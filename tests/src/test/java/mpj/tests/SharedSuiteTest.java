package mpj.tests;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.checks.AllocatedMemoryChecks;
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
import mpj.tests.checks.NioBufferChecks;
import mpj.tests.checks.OffHeapChecks;
import mpj.tests.checks.OrderChecks;
import mpj.tests.checks.PersistentCollectiveChecks;
import mpj.tests.checks.PersistentRequestChecks;
import mpj.tests.checks.ProcessFailureChecks;
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
import org.junit.jupiter.api.TestFactory;

/**
 * The checks that every transport must pass. A {@link CheckJob} runs the checks of all classes that need the same
 * number of ranks and the same properties. The expensive jobs belong to the second tier ({@link JobsInTurn}).
 */
class SharedSuiteTest {
    /** A tree, a ring or a cube may be wrong for only one number of ranks. */
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
        Run.of(AllocatedMemoryChecks.class, 2),
        Run.of(NioBufferChecks.class, 1),
        Run.of(NioBufferChecks.class, 2),
        Run.of(NioBufferChecks.class, 3),
        Run.of(NioBufferChecks.class, 4),
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
        Run.of(ProcessFailureChecks.class, 1),
        Run.of(ProcessFailureChecks.class, 3),
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
        // The limits of the protocols are moved, so that every message is announced, or none is.
        Run.of(OrderChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(CancelChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(DerivedTypeChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(PersistentRequestChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(SizeChecks.class, 2, "mpj.eager.limit=0"),
        Run.of(RandomChecks.class, 3, "mpj.eager.limit=4194304"),
        // The least size that a packet of shared memory may have, and a size below a block. Other transports ignore it.
        Run.of(OrderChecks.class, 2, "mpj.shm.packet=64"),
        Run.of(SizeChecks.class, 2, "mpj.shm.packet=4096"));

    /** Forces an algorithm for a collective that has no buffers. */
    private static final String BARRIER = "mpj.coll.algorithms=barrier:shared-flags";

    private static final List<Run> RUNS = Stream.of(POINT_TO_POINT, COLLECTIVES, List.of(
        Run.of(CheckingModeChecks.class, 3, "mpj.check=true"),
        Run.of(CollectiveFormsChecks.class, 3, "mpj.check=true"),
        Run.of(PersistentCollectiveChecks.class, 3, "mpj.check=true"),
        Run.of(SameBufferChecks.class, 3, "mpj.check=true"),
        Run.of(AllocationChecks.class, 2, BARRIER),
        Run.of(AllocationChecks.class, 2, "tests.one.type=true"),
        Run.of(SharedMemoryChecks.class, 2),
        Run.of(SharedMemoryChecks.class, 3),
        Run.of(SharedMemoryChecks.class, 5),
        Run.of(SharedMemoryChecks.class, 3, "mpj.coll.algorithms=barrier:shared-flags:2,bcast:shared:1k,"
            + "reduce:shared:1k,allreduce:shared-scatter:1k"),
        Run.of(ReductionChecks.class, 3, "mpj.coll.algorithms=barrier:shared-flags:2,bcast:shared:1k,"
            + "reduce:shared:1k,allreduce:shared-scatter:1k"),
        Run.of(ReductionChecks.class, 2, "mpj.coll.algorithms=allreduce:shared:1k"),
        Run.of(ReductionChecks.class, 5, "mpj.coll.algorithms=reduce:shared-tree:2,allreduce:shared-tree:2"),
        Run.of(ReductionChecks.class, 4, "mpj.coll.algorithms=reduce:shared-scatter:1k,allreduce:shared-tree:3"),
        // What ranks do that each have a core.
        Run.of(ReductionChecks.class, 16, "mpj.coll.algorithms=barrier:shared-flags:4,reduce:shared-scatter:4k,"
            + "allreduce:shared-scatter:4k"),
        Run.of(ReductionChecks.class, 16, "mpj.coll.algorithms=reduce:shared-tree,allreduce:shared-tree"),
        Run.of(BadInputChecks.class, 4, "mpj.coll.algorithms=bcast:pipelined:4k,reduce:rabenseifner,"
            + "allreduce:rabenseifner,allgather:ring,alltoall:pairwise,gather:binomial,scatter:binomial"),
        Run.of(BadInputChecks.class, 3, "mpj.coll.algorithms=bcast:scatter-ring-allgather,allreduce:ring,"
            + "allgather:bruck,alltoall:bruck,gather:linear,scatter:linear,reduce:pipelined:4k"),
        Run.of(BadInputChecks.class, 2, "mpj.coll.algorithms=bcast:binomial,allreduce:segmented-ring:4k,"
            + "reduce:two-process"),
        Run.of(CollectiveFormsChecks.class, 3, "mpj.eager.limit=0"),
        // A sample of algorithms that the table of this machine does not choose.
        Run.of(CollectiveChecks.class, 5, "mpj.coll.algorithms=bcast:pipelined:4k,gather:k-nomial:3,scatter:chain,"
            + "allgather:bruck:3,alltoall:ring"),
        Run.of(CollectiveTypeChecks.class, 5, "mpj.coll.algorithms=bcast:pipelined:4k,gather:k-nomial:3,"
            + "scatter:chain,allgather:bruck:3,alltoall:ring"),
        Run.of(CollectiveChecks.class, 4, "mpj.coll.algorithms=bcast:split-binary:1k,gather:chain,"
            + "scatter:k-nomial:3,allgather:sparbit,alltoall:grid,alltoallv:bounded-linear:2,"
            + "allgatherv:gather-bcast"),
        Run.of(ReductionChecks.class, 4, "mpj.coll.algorithms=reduce:in-order-binary:1k,allreduce:segmented-ring:1k,"
            + "reduce_scatter:ring,scan:pipelined:1k"),
        Run.of(ReductionChecks.class, 5, "mpj.coll.algorithms=reduce:rabenseifner,allreduce:reduce-bcast,"
            + "reduce_scatter:reduce-scatterv,scan:binomial"),
        Run.of(CollectiveChecks.class, 3, "mpj.eager.limit=0"),
        Run.of(ReductionChecks.class, 5, "mpj.eager.limit=0"))).flatMap(List::stream)
        .flatMap(SharedSuiteTest::withOneBufferAndWithEmptyMessages).toList();

    /**
     * Each algorithm reads and writes in its own order, and divides by sizes. So each forced algorithm is also tested
     * with one buffer for both, and with empty messages.
     */
    private static Stream<Run> withOneBufferAndWithEmptyMessages(Run run) {
        boolean forced = run.properties().stream()
            .anyMatch(property -> property.startsWith("mpj.coll.") && !property.equals(BARRIER));
        return !forced ? Stream.of(run) : Stream.of(run, new Run(SameBufferChecks.class, run.ranks(), run.properties()),
            new Run(EmptyCollectiveChecks.class, run.ranks(), run.properties()));
    }

    /**
     * Over transports other than the first, each check runs only with the number of ranks that demands the most of it.
     */
    private static final int RANKS_OVER_OTHERS = 4;
    private static final List<Run> RUNS_OVER_OTHERS = Stream.concat(
        RUNS.stream().filter(run -> run.properties().isEmpty() && run.ranks() <= RANKS_OVER_OTHERS)
            .collect(Collectors.toMap(Run::checks, Function.identity(),
                BinaryOperator.maxBy(Comparator.comparingInt(Run::ranks)), LinkedHashMap::new)).values().stream(),
        RUNS.stream().filter(run -> run.ranks() == 2 && run.properties().contains("mpj.eager.limit=0"))).toList();

    /**
     * Over transports that {@code -Dtests.few} names, only the checks run that can fail because of the way of the
     * packets.
     */
    private static final List<Run> FEW_RUNS = List.of(Run.of(OrderChecks.class, 3), Run.of(SizeChecks.class, 2),
        Run.of(OffHeapChecks.class, 2), Run.of(FloodChecks.class, 2), Run.of(CollectiveChecks.class, 4));

    /** Where two ranks share each JVM, these runs have two JVMs. */
    private static final List<Run> RUNS_OVER_SHARED_JVMS =
        RUNS_OVER_OTHERS.stream().filter(run -> run.ranks() > 2).toList();

    /**
     * Over these transports, the checks that are not expensive belong to the first tier. Over all other transports, all
     * checks belong to the second tier, apart from the few over the transport that stands for all devices.
     */
    private static final Set<String> FIRST_TIER = Set.of("shm", "nio", "threads");
    private static final String DEVICE_OF_FIRST_TIER = "libfabric:tcp";
    private static final int MOST_RANKS_OF_FIRST_TIER = 4;
    private static final List<Integer> AROUND_THREE = List.of(2, 4);

    /**
     * Over the first transport everything runs. With {@code -Dtests.everything=true}, everything runs over all
     * transports.
     */
    @TestFactory
    List<DynamicNode> transports() {
        JobsInTurn second = JobsInTurn.chosen();
        List<DynamicNode> suites = new ArrayList<>();
        List<TestedTransport> all = TestedTransport.all();
        for (TestedTransport transport : all) {
            boolean everything = transport == all.getFirst() || Boolean.getBoolean("tests.everything");
            boolean often = FIRST_TIER.contains(transport.name());
            List<Run> runs = everything ? RUNS : RUNS_OVER_OTHERS;
            if (transport.name().equals(DEVICE_OF_FIRST_TIER)) {
                suites.add(suite(transport, FEW_RUNS, _ -> false, second));
                runs = runs.stream().filter(run -> !FEW_RUNS.contains(run)).toList();
            }
            if (often) {
                suites.add(suite(transport, runs.stream().filter(SharedSuiteTest::isBetween).toList(), _ -> true,
                    second));
                runs = runs.stream().filter(run -> !isBetween(run)).toList();
            }
            suites.add(suite(transport, runs, job -> !often || isExpensive(job), second));
        }
        for (TestedTransport transport : TestedTransport.few()) {
            suites.add(suite(transport, transport.sharesJvms() ? RUNS_OVER_SHARED_JVMS : FEW_RUNS, _ -> true, second));
        }
        return suites;
    }

    /** Whether a run has three ranks, and the same checks also run with two and with four. */
    private static boolean isBetween(Run run) {
        return run.ranks() == 3 && run.properties().isEmpty() && AROUND_THREE.stream()
            .allMatch(ranks -> RUNS.contains(new Run(run.checks(), ranks, run.properties())));
    }

    /** Jobs with many ranks, and jobs with algorithms that programs use only if their users name them. */
    private static boolean isExpensive(CheckJob job) {
        return job.ranks() > MOST_RANKS_OF_FIRST_TIER
            || job.properties().stream().anyMatch(property -> property.startsWith("mpj.coll."));
    }

    private static DynamicNode suite(TestedTransport transport, List<Run> runs, Predicate<CheckJob> inSecondTier,
                                     JobsInTurn second) {
        List<DynamicContainer> jobs = new ArrayList<>();
        for (CheckJob job : CheckJob.of(runs)) {
            List<String> program = List.of(CheckProgram.class.getName());
            if (!inSecondTier.test(job)) {
                jobs.add(job.inTurn(second, transport).over(transport, program));
            } else if (second.runsNext()) {
                jobs.add(job.ofSecondTier(second).over(transport, program));
            }
        }
        return DynamicContainer.dynamicContainer(transport.name(), jobs);
    }
}
