package mpj.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * {@code bin/bench compare heat}: the heat solver, measured in Java with this library and in C with others by turns.
 */
@Command(name = "bench compare heat", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Runs bench app heat and the same program in C, bench/native/heat_cg.c, by turns (A B, B A, ...) and "
        + "compares their times. What is no option here goes to the programs, as --grid 1024 or --steps 3.")
public final class HeatCompare implements Callable<Integer> {
    private static final double LOAD_LIMIT = 0.15;
    private static final int FAILED = 1;
    private static final int UNFAIR = 3;
    private static final String PROGRAM = "mpj.apps.heat.Heat";

    @Option(names = {"-np", "-n"}, paramLabel = "RANKS", description = "ranks of each job (default ${DEFAULT-VALUE})")
    private int ranks = 2;

    @Option(names = "--ours", paramLabel = "SIDE", description = "the first side, written like a peer (default mpj)")
    private String ours = "mpj";

    @Option(names = "--peer", paramLabel = "SIDE", description = "[LABEL:]openmpi=DIR, mpich=DIR, impi=DIR, the same "
        + "over TCP as openmpi-tcp=DIR, ..., mpj=OPTIONS with options for mpjrun, or mpj=DIR OPTIONS for a build in "
        + "another checkout; may be repeated; default is what PATH has")
    private List<String> peers = List.of();

    @Option(names = "--mpicc", paramLabel = "FILE", description = "the peers' compiler wrapper (default bin/mpicc of "
        + "each)")
    private Path mpicc;

    @Option(names = "--rounds", paramLabel = "N", description = "runs of each side (default ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(names = "--limit", paramLabel = "SEC", description = "longest run (default ${DEFAULT-VALUE})")
    private long limitSeconds = 300;

    @Option(names = "--force", description = "compare although the machine is loaded")
    private boolean force;

    @Unmatched
    private List<String> problem = new ArrayList<>();

    private final PrintStream out = System.out;

    /** A library, and the command that starts the solver with this library. */
    private record HeatSide(Peer peer, Peer.Launch launch) {
    }

    /** Runs the command and exits with its status. */
    public static void main(String[] arguments) {
        CommandLine line = new CommandLine(new HeatCompare());
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof IOException || failure instanceof IllegalArgumentException) {
                command.getErr().println("bench compare heat: " + failure.getMessage());
                return FAILED;
            }
            throw failure;
        });
        System.exit(line.execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            throw new IllegalArgumentException("--rounds " + rounds + " is wrong: give at least 1");
        }
        List<HeatSide> sides = sides();
        sides.forEach(side -> out.println("# " + side.peer().label() + ": " + side.launch().typed()));
        List<String> unfair = Fairness.objections(List.of(), LOAD_LIMIT);
        unfair.forEach(objection -> out.println("# NOT FAIR: " + objection));
        if (!unfair.isEmpty() && !force) {
            System.err.println("bench compare heat: refusing to compare: " + String.join("; ", unfair)
                + ". Correct this, or give --force to measure anyway.");
            return UNFAIR;
        }
        List<List<HeatResult>> results = new ArrayList<>();
        sides.forEach(side -> results.add(new ArrayList<>()));
        Progress progress = new Progress(Progress.terminal(), rounds);
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < sides.size(); turn++) {
                int side = round % 2 == 0 ? turn : sides.size() - 1 - turn;
                progress.show(sides.get(side).peer().label());
                results.get(side).add(HeatResult.of(JobOutput.textOf(sides.get(side).peer(),
                    sides.get(side).launch(), limitSeconds)));
            }
            progress.step();
        }
        progress.clear();
        report(sides, results);
        return agree(sides, results) ? 0 : FAILED;
    }

    private List<HeatSide> sides() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("mpj.home", ".")).toAbsolutePath().normalize();
        List<Peer> all = new ArrayList<>(List.of(Peer.parse(ours, home)));
        if (peers.isEmpty()) {
            all.add(InstalledPeer.onPath());
        }
        peers.forEach(peer -> all.add(Peer.parse(peer, home)));
        List<HeatSide> sides = new ArrayList<>();
        for (Peer peer : Labels.distinct(all)) {
            List<String> words = new ArrayList<>();
            if (peer instanceof Peer.Native library) {
                words.add(NativeProgram.heat(home).compiledWith(mpicc != null ? mpicc : library.mpicc(), library)
                    .toString());
            } else {
                words.addAll(OurProgram.words(home, PROGRAM));
            }
            words.addAll(problem);
            sides.add(new HeatSide(peer, peer.launch(peer.ranks(ranks), words)));
        }
        return sides;
    }

    private void report(List<HeatSide> sides, List<List<HeatResult>> results) {
        HeatResult first = results.getFirst().getFirst();
        for (int step = 0; step < first.steps().size(); step++) {
            out.println("# step " + (step + 1) + ": " + first.steps().get(step));
        }
        out.printf("%-24s %30s %10s %24s%n", "# side", "s, median [min..max]", "in MPI",
            "ratio " + sides.getFirst().peer().label() + "/side");
        double[] ours = seconds(results.getFirst());
        for (int side = 0; side < sides.size(); side++) {
            double[] seconds = seconds(results.get(side));
            double[] ratios = new double[seconds.length];
            for (int round = 0; round < ratios.length; round++) {
                ratios[round] = ours[round] / seconds[round];
            }
            Spread time = Spread.of(seconds);
            Spread ratio = Spread.of(ratios);
            out.printf(Locale.ROOT, "%-24s %8.4f [%8.4f..%8.4f] %8.1f %% %7.3f [%6.3f..%6.3f]%n",
                sides.get(side).peer().label(), time.median(), time.least(), time.most(),
                Statistics.median(results.get(side).stream().mapToDouble(HeatResult::communication).toArray()),
                ratio.median(), ratio.least(), ratio.most());
        }
    }

    private static double[] seconds(List<HeatResult> results) {
        return results.stream().mapToDouble(HeatResult::seconds).toArray();
    }

    /** Whether all sides did the same work. If the iterations differ, the times cannot be compared. */
    private boolean agree(List<HeatSide> sides, List<List<HeatResult>> results) {
        HeatResult expected = results.getFirst().getFirst();
        boolean agree = true;
        for (int side = 0; side < sides.size(); side++) {
            for (HeatResult result : results.get(side)) {
                if (!result.didTheSame(expected)) {
                    System.err.println("bench compare heat: " + sides.get(side).peer().label() + " did not do the"
                        + " same work, so its time cannot be compared: " + result.steps());
                    agree = false;
                    break;
                }
            }
        }
        return agree;
    }
}
