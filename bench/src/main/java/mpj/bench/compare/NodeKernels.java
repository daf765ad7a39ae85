package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures NAS Parallel Benchmarks on a node: this library's, and NPB's own programs if there are any. */
final class NodeKernels {
    /** What is added to the name of a benchmark for its second run in one job. */
    static final String SECOND = " again";
    /** What is added to the label of a library for NPB's own programs. */
    static final String FORTRAN = " (NPB)";
    private static final double PATIENCE = 4;
    private static final long LEAST_LIMIT_SECONDS = 60;

    private final NodeScope scope;
    private final int asked;
    private final Effort effort;
    private final NodeLog log;

    NodeKernels(NodeScope scope, int asked, Effort effort, NodeLog log) {
        this.scope = scope;
        this.asked = asked;
        this.effort = effort;
        this.log = log;
    }

    /** Measures all benchmarks, as far as the time allows. */
    void measure(Deadline deadline) throws InterruptedException {
        for (NodeKernel kernel : scope.kernels()) {
            String name = kernel + "." + scope.problem();
            double each = kernel.seconds(scope.problem(), asked) + kernel.fortranSeconds(scope.problem(), asked);
            Map<String, List<Double>> values = new LinkedHashMap<>();
            for (int round = 0; round < effort.runs(); round++) {
                if (!deadline.allows(round == 0 ? each : 2 * each)) {
                    log.note(name + (round == 0 ? " is left out" : " was measured less often than planned")
                        + ": the measurement took longer than planned, and --minutes is over.");
                    break;
                }
                measure(kernel, name, limit(each, deadline), values);
            }
            values.forEach((key, own) -> {
                String[] words = key.split("\n");
                log.add(new Measured(words[0], kernel.ranks(asked), 0, words[1], "s",
                    Spread.of(own.stream().mapToDouble(Double::doubleValue).toArray()), own.size()));
            });
        }
    }

    /** A job that hangs must not take the time of all that follow. */
    private static long limit(double seconds, Deadline deadline) {
        return Math.max(LEAST_LIMIT_SECONDS, (long) Math.min(PATIENCE * seconds, deadline.secondsLeft()));
    }

    /** Runs a benchmark once on each library. A key of the values is the benchmark and the library, on two lines. */
    private void measure(NodeKernel kernel, String name, long limitSeconds, Map<String, List<Double>> values)
            throws InterruptedException {
        for (Entrant entrant : scope.entrants()) {
            NpbSide side = new NpbSide(entrant.peer(), kernel.ranks(asked), limitSeconds, entrant.mpjHome(), null);
            try {
                if (entrant.peer() instanceof Peer.Mpj) {
                    List<NpbFigures> both = side.runTwice(kernel.name(), scope.problem());
                    add(values, name, entrant.label(), both.getFirst());
                    add(values, name + SECOND, entrant.label(), both.getLast());
                } else if (scope.npb().containsKey(entrant.label())) {
                    add(values, name, entrant.label() + FORTRAN, side.run(program(kernel,
                        scope.npb().get(entrant.label()))));
                }
            } catch (IOException e) {
                log.note(name + ": " + e.getMessage());
            }
        }
    }

    private void add(Map<String, List<Double>> values, String name, String label, NpbFigures figures) {
        if (!figures.verified()) {
            log.note(name + " of " + label + ": the result is wrong, so its time is left out.");
            return;
        }
        values.computeIfAbsent(name + "\n" + label, key -> new ArrayList<>()).add(figures.seconds());
    }

    /** The program in the form of NPB 3.4, otherwise in the form of earlier releases. */
    private Path program(NodeKernel kernel, Path folder) throws IOException {
        String name = kernel.name().toLowerCase(Locale.ROOT) + "." + scope.problem() + ".";
        for (String end : List.of("x", Integer.toString(kernel.ranks(asked)))) {
            Path program = folder.resolve(name + end);
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        throw new IOException("there is no program " + name + "x in " + folder);
    }
}
