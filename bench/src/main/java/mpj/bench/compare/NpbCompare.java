package mpj.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/bench compare npb}: this library's NAS Parallel Benchmarks and NPB's own programs, by turns. */
@Command(name = "bench compare npb", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Runs NAS Parallel Benchmarks in Java on this library, and NPB's own programs on another MPI "
        + "library, by turns, and compares their times. NPB's sources are the user's; they are built by the other "
        + "library's compilers.")
public final class NpbCompare implements Callable<Integer> {
    private static final double LOAD_LIMIT = 0.15;
    private static final int FAILED = 1;
    private static final int UNFAIR = 3;

    @Parameters(arity = "0..*", paramLabel = "BENCHMARK", description = "EP, IS, CG, ...; all by default")
    private List<String> benchmarks = List.of("IS", "EP", "CG", "MG", "FT", "BT", "SP", "LU");

    @Option(names = "--npb", paramLabel = "DIR", description = "NPB's source folder, NPB3.4-MPI")
    private Path npb;

    @Option(names = "--classes", split = ",", paramLabel = "LIST", description = "as in W,A (default S)")
    private List<String> classes = List.of("S");

    @Option(names = {"-np", "-n"}, paramLabel = "RANKS", description = "ranks of each job (default ${DEFAULT-VALUE})")
    private int ranks = 2;

    @Option(names = "--peer", paramLabel = "SIDE", description = "[LABEL:]openmpi=DIR, mpich=DIR, impi=DIR, the same "
        + "over TCP as openmpi-tcp=DIR, ..., mpj=OPTIONS with options for mpjrun, or mpj=DIR OPTIONS for a build in "
        + "another checkout; may be repeated; default is what PATH has, or what lies beside --mpif90")
    private List<String> peers = List.of();

    @Option(names = "--mpif90", paramLabel = "FILE",
        description = "the peers' compiler wrapper, with mpicc beside it (default bin/mpif90 of each)")
    private Path mpif90;

    @Option(names = "--flags", paramLabel = "WORDS", description = "of their compilers (default ${DEFAULT-VALUE})")
    private String flags = "-O3 -march=native";

    @Option(names = "--ours", paramLabel = "SIDE", description = "the first side, written like a peer (default mpj)")
    private String ours = "mpj";

    @Option(names = "--rounds", description = "runs of each side (default ${DEFAULT-VALUE})")
    private int rounds = 3;

    @Option(names = "--limit", paramLabel = "SEC", description = "longest run (default ${DEFAULT-VALUE})")
    private long limitSeconds = 600;

    @Option(names = "--report", paramLabel = "FILE", description = "write an HTML page")
    private Path htmlFile;

    @Option(names = "--csv", paramLabel = "FILE", description = "write the table as CSV")
    private Path csvFile;

    @Option(names = "--force", description = "compare although the machine is loaded")
    private boolean force;

    private final PrintStream out = System.out;

    /** Runs the command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(Execution.of(new NpbCompare(), arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("mpj.home", ".")).toAbsolutePath().normalize();
        List<NpbSide> sides = sides(home);
        List<String> warnings = new ArrayList<>();
        List<NpbResult> results = new ArrayList<>();
        NpbComparison comparison = new NpbComparison(
            ZonedDateTime.now().format(DateTimeFormatter.RFC_1123_DATE_TIME), Machine.facts(),
            sides.stream().map(this::description).toList(), ranks, warnings, results);
        comparison.sides().forEach(side -> out.println("# " + side.label() + ": " + side.library() + "\n#   "
            + side.command()));
        List<String> unfair = Fairness.objections(List.of(), LOAD_LIMIT);
        unfair.forEach(objection -> warnings.add("Not a fair comparison: " + objection + "."));
        if (!unfair.isEmpty() && !force) {
            System.err.println("bench compare npb: refusing to compare: " + String.join("; ", unfair)
                + ". Correct this, or give --force to measure anyway.");
            return UNFAIR;
        }
        out.println(comparison.textHeading());
        try {
            for (String problem : classes) {
                for (String benchmark : benchmarks) {
                    compare(sides, benchmark.toUpperCase(Locale.ROOT), problem.toUpperCase(Locale.ROOT), comparison);
                }
            }
        } finally {
            write(comparison);
        }
        out.print(comparison.textMeans());
        boolean verified = results.stream().allMatch(result ->
            IntStream.range(0, sides.size()).allMatch(result::isVerified));
        return verified && !results.isEmpty() ? 0 : FAILED;
    }

    private List<NpbSide> sides(Path home) throws IOException, InterruptedException {
        List<Peer> all = new ArrayList<>(List.of(Peer.parse(ours, home)));
        if (peers.isEmpty()) {
            all.add(mpif90 == null ? InstalledPeer.onPath() : InstalledPeer.of(mpif90.resolveSibling("mpirun")));
        }
        peers.forEach(peer -> all.add(Peer.parse(peer, home)));
        List<NpbSide> sides = new ArrayList<>();
        for (Peer peer : Labels.distinct(all)) {
            NpbPrograms programs = peer instanceof Peer.Native library ? programs(library, home) : null;
            sides.add(new NpbSide(peer, ranks, limitSeconds, home, programs));
        }
        return sides;
    }

    private NpbPrograms programs(Peer.Native library, Path home) throws IOException, InterruptedException {
        if (npb == null) {
            throw new IllegalArgumentException("--npb is missing: the folder NPB3.4-MPI of NPB's sources, from which "
                + library.label() + "'s programs are built; https://www.nas.nasa.gov/software/npb.html has them");
        }
        return new NpbPrograms(npb, mpif90 != null ? mpif90 : library.mpicc().resolveSibling("mpif90"), flags, home);
    }

    private Comparison.SideDescription description(NpbSide side) {
        return new Comparison.SideDescription(side.label(), side.isOurs() ? "NPB in Java"
            : "NPB's own programs, from " + npb + ", built with " + flags,
            side.typed(benchmarks.getFirst(), classes.getFirst()));
    }

    /**
     * Compares one benchmark. If it fails on a side, or does not run on this number of ranks, only this benchmark is
     * left out.
     */
    private void compare(List<NpbSide> sides, String benchmark, String problem, NpbComparison comparison)
            throws InterruptedException {
        Progress progress = new Progress(Progress.terminal(), rounds + 1);
        try {
            List<List<NpbFigures>> measured = new ArrayList<>();
            List<Double> communication = new ArrayList<>();
            // The runs for communication come first, because they also show whether all sides can run the benchmark.
            for (NpbSide side : sides) {
                progress.show(benchmark + "." + problem + " with timers, " + side.label());
                communication.add(side.run(benchmark, problem, true).communication());
            }
            progress.step();
            for (int round = 0; round < rounds; round++) {
                progress.show(benchmark + "." + problem + ", round " + (round + 1));
                measured.add(round(sides, benchmark, problem, round % 2 == 1));
                progress.step();
            }
            NpbResult result = new NpbResult(benchmark, problem, measured, communication);
            comparison.results().add(result);
            out.println(comparison.textLine(result));
        } catch (IOException e) {
            progress.clear();
            String warning = benchmark + "." + problem + " is left out: " + e.getMessage();
            comparison.warnings().add(warning);
            out.println("# " + warning.replace("\n", "\n#   "));
        }
    }

    private static List<NpbFigures> round(List<NpbSide> sides, String benchmark, String problem, boolean reversed)
            throws IOException, InterruptedException {
        List<NpbFigures> figures = new ArrayList<>();
        for (NpbSide side : reversed ? sides.reversed() : sides) {
            figures.add(side.run(benchmark, problem, false));
        }
        if (reversed) {
            Collections.reverse(figures);
        }
        return figures;
    }

    private void write(NpbComparison comparison) throws IOException {
        if (htmlFile != null) {
            Files.writeString(htmlFile, comparison.html());
        }
        if (csvFile != null) {
            Files.writeString(csvFile, comparison.csv());
        }
    }
}
