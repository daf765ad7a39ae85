package mpj.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/bench node}: measures a machine with many cores, and writes a page that can be sent to the project. */
@Command(name = "bench node", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Measures this machine: the start of a job, PingPong, collectives, put and get, and NAS Parallel "
        + "Benchmarks, by turns with the MPI libraries that are here. Writes a page with the tables. The archive "
        + "whose name ends in linux-ARCHITECTURE runs this command without a JDK, a build, a network or root.")
public final class NodeCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final long END_SECONDS = 10;
    private static final long PRINT_MILLIS = 1_000;
    /** A measurement may take longer than planned by this factor and these seconds, before the rest is left out. */
    private static final double TOLERANCE = 1.5;
    private static final double MORE_SECONDS = 30;

    @Option(names = {"-np", "-n"}, split = ",", paramLabel = "RANKS", description = "numbers of ranks of collectives, "
        + "starts and NAS Parallel Benchmarks, such as 8,64 (default: one for each core)")
    private List<Integer> ranks = List.of();

    @Option(names = "--minutes", paramLabel = "N", description = "about how long all of it may take (default "
        + "${DEFAULT-VALUE}); the number of blocks follows from it")
    private double minutes = 15;

    @Option(names = "--peer", paramLabel = "SIDE", description = "[LABEL:]openmpi=DIR, mpich=DIR, impi=DIR, "
        + "mpj=OPTIONS with options for mpjrun, or mpj=DIR OPTIONS for a build in another checkout; may be repeated; "
        + "default is what PATH has; none for this library alone")
    private List<String> peers = List.of();

    @Option(names = "--ours", paramLabel = "SIDE", description = "this library, mpj or mpj=OPTIONS (default mpj)")
    private String ours = "mpj";

    @Option(names = "--mpicc", paramLabel = "FILE",
        description = "compiler wrapper for peers without their own (Intel MPI takes that of an MPICH)")
    private Path mpicc;

    @Option(names = "--npb", paramLabel = "LABEL=DIR", description = "folder with NPB's own programs (cg.B.x and so "
        + "on) that are linked to the peer of this label; may be repeated")
    private List<String> npb = List.of();

    @Option(names = "--only", split = ",", paramLabel = "LIST", description = "of start, pingpong, collectives, rma, "
        + "npb, these alone")
    private List<String> only = List.of();

    @Option(names = "--sizes", paramLabel = "LIST", description = "message sizes, such as 8,1k,1m, in place of those "
        + "of each table")
    private String sizes;

    @Option(names = "--class", paramLabel = "S|W|A|B|C|D", description = "class of the NAS Parallel Benchmarks "
        + "(default: by the number of ranks)")
    private String problem;

    @Option(names = "--kernels", split = ",", paramLabel = "LIST", description = "NAS Parallel Benchmarks, such as "
        + "CG,MG (default: all)")
    private List<String> kernels = List.of();

    @Option(names = "--report", paramLabel = "FILE", description = "the page (default node.md); beside it, all lines "
        + "that were printed are in .txt, and all figures in .csv")
    private Path report = Path.of("node" + NodeReport.PAGE);

    @Option(names = "--dry-run", description = "say what would be measured and how long it takes, and measure nothing")
    private boolean dryRun;

    private final String[] words;
    private final NodeLog log;

    private NodeCommand(PrintStream out, String... words) {
        this.log = new NodeLog(out);
        this.words = words.clone();
    }

    /** Runs the command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(Execution.of(new NodeCommand(System.out, arguments), arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Topology topology = Topology.here();
        List<Integer> numbers = ranks(topology);
        List<NodePart> parts = only.isEmpty() ? List.of(NodePart.values()) : only.stream().map(NodePart::named)
            .distinct().sorted().toList();
        List<NodeKernel> chosen = kernels.isEmpty() ? List.of(NodeKernel.values())
            : kernels.stream().map(NodeKernel::named).distinct().toList();
        String chosenClass = problem == null ? NodeKernel.defaultClass(numbers.getLast())
            : NodeKernel.checkedClass(problem);
        List<Integer> bytes = sizes == null ? List.of() : Sizes.list(sizes);
        if (!(minutes > 0)) {
            throw new IllegalArgumentException("--minutes " + minutes + " is no time; give more than 0, such as 15");
        }
        Path page = checkedReport();
        Path home = Path.of(System.getProperty("mpj.home", ".")).toAbsolutePath().normalize();
        Rivals rivals = Rivals.find(ours, peers, mpicc, home);
        NodeScope scope = new NodeScope(parts, numbers, bytes, chosen, chosenClass, rivals.entrants(),
            programs(rivals.entrants()), topology);
        NodePlan plan = NodePlan.of(scope, minutes * 60);
        Map<String, String> facts = NodeFacts.of(topology);
        print(plan, facts, rivals, page);
        if (dryRun) {
            return 0;
        }
        NodeReport written = new NodeReport(page, typed(), plan.scope(), facts, log);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(written, log, NodeCommand::endJobs)));
        bindToCores(topology, numbers.getLast());
        try {
            measure(plan);
        } finally {
            written.write();
        }
        return log.figures().isEmpty() ? FAILED : 0;
    }

    private List<Integer> ranks(Topology topology) {
        for (int number : ranks) {
            if (number < 2) {
                throw new IllegalArgumentException("-np " + number + " is too few; give at least 2");
            }
        }
        return ranks.isEmpty() ? List.of(Math.max(2, topology.cores().size())) : ranks.stream().distinct().sorted()
            .toList();
    }

    private Path checkedReport() throws IOException {
        Path page = report.toAbsolutePath().normalize();
        if (!page.getFileName().toString().endsWith(NodeReport.PAGE)) {
            throw new IllegalArgumentException("--report " + report + " does not end in " + NodeReport.PAGE
                + "; give a name such as node.md");
        }
        if (Files.exists(page) ? !Files.isWritable(page) : !Files.isWritable(page.getParent())) {
            throw new IllegalArgumentException("--report " + report + ": " + System.getProperty("user.name")
                + " cannot write " + page + "; give a file in another folder");
        }
        return page;
    }

    /** The folders of --npb by the labels of the libraries. */
    private Map<String, Path> programs(List<Entrant> entrants) {
        Map<String, Path> folders = new LinkedHashMap<>();
        List<String> labels = entrants.stream().filter(entrant -> entrant.peer() instanceof Peer.Native)
            .map(Entrant::label).toList();
        for (String text : npb) {
            String[] parts = text.split("=", 2);
            if (parts.length < 2 || !labels.contains(parts[0])) {
                throw new IllegalArgumentException("--npb " + text + " does not begin with the name of a library that"
                    + " is measured and '='; " + (labels.isEmpty() ? "there is none: give --peer" : "the names are "
                        + String.join(", ", labels)));
            }
            Path folder = Path.of(parts[1]).toAbsolutePath().normalize();
            if (!Files.isDirectory(folder)) {
                throw new IllegalArgumentException("--npb " + text + ": there is no folder " + folder
                    + "; give the one with cg.B.x and the other programs");
            }
            folders.put(parts[0], folder);
        }
        return folders;
    }

    private void print(NodePlan plan, Map<String, String> facts, Rivals rivals, Path page) {
        facts.forEach((name, value) -> log.line("# " + name + ": " + value));
        plan.scope().entrants().forEach(entrant -> log.line("# measured: " + entrant.label()
            + (entrant.how().isEmpty() ? "" : ", " + entrant.how())));
        rivals.reasons().forEach(log::note);
        for (NodePlan.Step step : plan.steps()) {
            log.line(String.format(Locale.ROOT, "# plan: %s, %d ranks, about %.1f min", step.part() == NodePart.NPB
                ? plan.scope().kernels().stream().map(kernel -> kernel + "." + plan.scope().problem())
                    .collect(Collectors.joining(" ")) : step.part().label(), step.ranks(), step.seconds() / 60));
        }
        if (!plan.leftOut().isEmpty()) {
            log.note(plan.leftOut().stream().map(Enum::name).collect(Collectors.joining(", "))
                + (plan.leftOut().size() == 1 ? " is" : " are") + " left out: " + plainMinutes()
                + " min is too little for all; --minutes gives more.");
        }
        log.line(String.format(Locale.ROOT, "# in all about %.1f min, of %s that --minutes allows; %d blocks of %.0f ms"
            + " at each size; written to %s", plan.seconds() / 60, plainMinutes(), plan.effort().rounds(),
            1e3 * plan.effort().blockSeconds(), page));
    }

    private String plainMinutes() {
        return minutes == Math.rint(minutes) ? Long.toString((long) minutes) : Double.toString(minutes);
    }

    /**
     * On some machines, processors with neighbouring numbers are hardware threads of one core. The ranks of all
     * libraries are then bound to the first hardware threads of the cores alone, a core for each rank.
     */
    private void bindToCores(Topology topology, int most) {
        List<Topology.Cpu> cores = topology.cores();
        int needed = Math.min(most, cores.size());
        if (!cores.subList(0, needed).equals(topology.cpus().subList(0, needed))) {
            BitSet first = new BitSet();
            cores.forEach(core -> first.set(core.number()));
            Affinity.bind(0, first);
            log.note("Only the first hardware thread of each core is used.");
        }
    }

    private void measure(NodePlan plan) throws InterruptedException {
        NodeScope scope = plan.scope();
        Deadline deadline = Deadline.in(Math.max(plan.seconds(), minutes * 60) * TOLERANCE + MORE_SECONDS);
        for (NodePlan.Step step : plan.steps()) {
            log.line("# " + step.part().label() + ", " + step.ranks() + " ranks: " + Measured.CSV_HEADING);
            switch (step.part()) {
                case START -> new NodeStarts(scope, step.ranks(), plan.effort(), log).measure(deadline);
                case NPB -> new NodeKernels(scope, step.ranks(), plan.effort(), log).measure(deadline);
                default -> {
                    try (NodeTurns turns = new NodeTurns(scope, step.part(), step.ranks(), plan.effort(), log)) {
                        turns.measure(deadline);
                    }
                }
            }
        }
    }

    /** The command line, as a user would type it. */
    private String typed() {
        return Stream.concat(Stream.of("bin/bench", "node"), Arrays.stream(words)
            .map(word -> word.matches("[\\w:=.,/-]+") ? word : "'" + word + "'")).collect(Collectors.joining(" "));
    }

    /**
     * Ends the measurement early. The page comes first: when the jobs end, the measurement takes that for their
     * failure. The jobs are ended in any case, because something of them would stay in shared memory. The terminal
     * comes last, for a short time only: perhaps nobody reads from it any more.
     */
    static void end(NodeReport report, NodeLog log, Runnable jobs) {
        String last = "";
        try {
            last = report.writePart();
        } finally {
            jobs.run();
        }
        if (last.isEmpty()) {
            return;
        }
        String text = last;
        try {
            Thread.ofPlatform().daemon().start(() -> log.print(text)).join(PRINT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void endJobs() {
        List<ProcessHandle> jobs = ProcessHandle.current().children().toList();
        List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
        jobs.forEach(ProcessHandle::destroy);
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        for (ProcessHandle job : jobs) {
            try {
                job.onExit().get(Math.max(0, limit - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (Exception e) {
                job.destroyForcibly();
            }
        }
        // A launcher that was still making its archive of classes leaves the process that does so behind.
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
