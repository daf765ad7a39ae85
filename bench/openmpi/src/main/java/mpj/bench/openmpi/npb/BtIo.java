package mpj.bench.openmpi.npb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpj.npb.Report;
import mpj.npb.bt.BlockTridiagonal;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.RankCount;
import mpj.npb.common.Run;

/**
 * {@code bin/bench npb BT.A -io full|simple}: BTIO. It is a separate program, because the other benchmarks use
 * mpiJava's API, which has no files.
 *
 * <p>Ends with exit code 1 if a result is not the official one, or with 2 if the command line is wrong.
 */
public final class BtIo {
    private static final int FAILED = 1;
    private static final int WRONG_COMMAND_LINE = 2;
    private static final double MEGA = 1e6;

    private final List<ProblemClass> problems = new ArrayList<>();
    private SolutionFile.Kind kind;
    private Path file = Path.of("btio.out");
    private boolean timers;

    private BtIo() {
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        BtIo program = new BtIo();
        int status = 0;
        try {
            program.read(arguments, world.getSize());
            for (ProblemClass problem : program.problems) {
                status = program.run(problem, world) ? status : FAILED;
            }
        } catch (IllegalArgumentException e) {
            status = WRONG_COMMAND_LINE;
            if (world.getRank() == 0) {
                System.err.println(e.getMessage());
            }
        }
        MPI.Finalize();
        System.exit(status);
    }

    private void read(String[] arguments, int ranks) {
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "-io" -> kind = kind(++i < arguments.length ? arguments[i] : "");
                case "-file" -> file = Path.of(++i < arguments.length ? arguments[i] : "");
                case "-t" -> timers = true;
                default -> problems.add(problem(arguments[i]));
            }
        }
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("npb: -io: no benchmark is named; say BT.CLASS, as in BT.A");
        }
        if (kind == null) {
            throw new IllegalArgumentException("npb: -io is missing; say -io full or -io simple");
        }
        if (file.getFileName().toString().isEmpty() || !Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw new IllegalArgumentException("npb: -file '" + file + "' does not name a file in an existing folder");
        }
        if (!RankCount.SQUARE.allows(ranks)) {
            throw new IllegalArgumentException(RankCount.SQUARE.complaint(ranks));
        }
        problems.forEach(problem -> new BlockTridiagonal().check(problem, ranks));
    }

    private static SolutionFile.Kind kind(String word) {
        return switch (word) {
            case "full" -> SolutionFile.Kind.FULL;
            case "simple" -> SolutionFile.Kind.SIMPLE;
            default -> throw new IllegalArgumentException("npb: -io '" + word + "' is neither full nor simple");
        };
    }

    private static ProblemClass problem(String word) {
        return Arrays.stream(ProblemClass.values()).filter(each -> word.equalsIgnoreCase("BT." + each)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("npb: " + word + " does not go with -io, which only BT"
                + " has, in the classes " + Arrays.toString(ProblemClass.values()) + ", as in BT.A"));
    }

    /** Whether the result is the official one. Only rank 0 knows. */
    private boolean run(ProblemClass problem, Intracomm world) {
        Run run = new Run(new OpenMpiRanks(world), timers, System.out);
        run.say("%n%n NAS Parallel Benchmarks 3.4 in Java -- BT Benchmark, class %s%n", problem);
        run.say(" Total number of processes: %6d", world.getSize());
        run.say(" BTIO -- %s MPI-IO, write interval: %3d", kind.name(), SolutionFile.INTERVAL);
        SolutionFile[] files = new SolutionFile[1];
        Outcome outcome = new BlockTridiagonal().run(problem, run, (sizes, partition) -> {
            files[0] = new SolutionFile(kind, file.toString(), world, sizes, partition);
            return files[0];
        });
        Run.Times times = run.times();
        double[] slowest = {files[0].seconds()};
        world.allReduce(slowest, 1, MPI.DOUBLE, MPI.MAX);
        if (world.getRank() == 0) {
            double megabytes = files[0].bytes() / MEGA;
            System.out.printf(Locale.ROOT, "%n BTIO -- statistics:%n   I/O timing in seconds   : %14.2f%n"
                + "   I/O timing percentage   : %14.2f%n   Total data written (MB) : %14.2f%n"
                + "   I/O data rate  (MB/sec) : %14.2f%n", slowest[0], 100 * slowest[0] / times.seconds(), megabytes,
                megabytes / slowest[0]);
            System.out.print(new Report("BT", problem, outcome, times, world.getSize(), world.getSize()).text());
        }
        return outcome.verified() || world.getRank() != 0;
    }
}
