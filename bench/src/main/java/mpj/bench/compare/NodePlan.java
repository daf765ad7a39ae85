package mpj.bench.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * What is measured on a node in the time that there is, and about how long each step takes.
 *
 * @param scope what is measured
 * @param effort how much is measured
 * @param steps the steps
 * @param leftOut the NAS Parallel Benchmarks for which there is no time
 */
record NodePlan(NodeScope scope, Effort effort, List<Step> steps, List<NodeKernel> leftOut) {
    /** The first job on a machine makes the archives of classes that later jobs start from. */
    private static final double ARCHIVE_SECONDS = 15;
    private static final double FLAG_SECONDS = 0.01;

    /** A part with a number of ranks. */
    record Step(NodePart part, int ranks, double seconds) {
    }

    /** The plan with the largest effort that fits. If none fits, the last NAS Parallel Benchmarks are left out. */
    static NodePlan of(NodeScope scope, double seconds) {
        for (Effort effort : Effort.LEVELS) {
            NodePlan plan = of(scope, effort, List.of());
            if (plan.seconds() <= seconds) {
                return plan;
            }
        }
        NodePlan plan = of(scope, Effort.LEVELS.getLast(), List.of());
        for (int count = scope.kernels().size() - 1; plan.seconds() > seconds && count >= 0; count--) {
            plan = of(scope.with(scope.kernels().subList(0, count)), Effort.LEVELS.getLast(),
                scope.kernels().subList(count, scope.kernels().size()));
        }
        return plan;
    }

    private static NodePlan of(NodeScope scope, Effort effort, List<NodeKernel> leftOut) {
        List<Step> steps = new ArrayList<>();
        for (NodePart part : scope.parts()) {
            for (int ranks : scope.ranksOf(part)) {
                if (part != NodePart.NPB || !scope.kernels().isEmpty()) {
                    steps.add(new Step(part, ranks, seconds(scope, effort, part, ranks)));
                }
            }
        }
        return new NodePlan(scope, effort, List.copyOf(steps), List.copyOf(leftOut));
    }

    /** About how many seconds all steps take. */
    double seconds() {
        return ARCHIVE_SECONDS + steps.stream().mapToDouble(Step::seconds).sum();
    }

    private static double seconds(NodeScope scope, Effort effort, NodePart part, int ranks) {
        return switch (part) {
            case START -> scope.entrants().size() * (1 + effort.starts()) * startSeconds(ranks);
            case NPB -> scope.kernels().stream().mapToDouble(kernel -> seconds(scope, effort, kernel, ranks)).sum();
            case PINGPONG, COLLECTIVES, RMA -> scope.entrants().size() * startSeconds(ranks)
                + part.benchmarks().stream().mapToDouble(benchmark -> seconds(scope, effort, part, benchmark, ranks))
                    .sum() * (part == NodePart.PINGPONG && scope.topology().far() >= 0 ? 2 : 1);
        };
    }

    private static double seconds(NodeScope scope, Effort effort, NodeKernel kernel, int ranks) {
        double own = scope.entrants().stream().filter(entrant -> entrant.peer() instanceof Peer.Mpj).count()
            * (startSeconds(ranks) + kernel.seconds(scope.problem(), ranks));
        return effort.runs() * (own + scope.npb().size()
            * (startSeconds(ranks) + kernel.fortranSeconds(scope.problem(), ranks)));
    }

    /** About how many seconds a benchmark takes. */
    static double seconds(NodeScope scope, Effort effort, NodePart part, String benchmark, int ranks) {
        int sizes = scope.sizesOf(part, benchmark).size();
        double seconds = 0;
        for (Entrant entrant : scope.entrants()) {
            double block = effort.blockSeconds() + FLAG_SECONDS;
            seconds += entrant.imb() != null ? sizes * effort.rounds() * (block + nativeStartSeconds(ranks))
                : effort.warmUpSeconds(sizes) + sizes * effort.rounds() * block;
        }
        return seconds;
    }

    /** About how many seconds a job in C takes that does nothing. */
    private static double nativeStartSeconds(int ranks) {
        return 0.3 + 0.01 * ranks;
    }

    /** About how many seconds a job of this library takes that does nothing. */
    private static double startSeconds(int ranks) {
        int cores = Runtime.getRuntime().availableProcessors();
        return 1 + 0.03 * ranks + 0.5 * Math.max(0, ranks - cores) / cores;
    }
}
