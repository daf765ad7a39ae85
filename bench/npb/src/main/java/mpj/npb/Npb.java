package mpj.npb;

import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpj.npb.bt.BlockTridiagonal;
import mpj.npb.cg.ConjugateGradient;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.Run;
import mpj.npb.ep.EmbarrassinglyParallel;
import mpj.npb.ft.FourierTransform;
import mpj.npb.is.IntegerSort;
import mpj.npb.lu.LowerUpper;
import mpj.npb.mg.Multigrid;
import mpj.npb.sp.ScalarPentadiagonal;

/** Runs the benchmarks that the command line names, one after the other. Every rank runs it; rank 0 prints. */
public final class Npb {
    /** The benchmarks in the order of NPB's report. */
    static final List<Benchmark> BENCHMARKS = List.of(new IntegerSort(), new EmbarrassinglyParallel(),
        new ConjugateGradient(), new Multigrid(), new FourierTransform(), new BlockTridiagonal(),
        new ScalarPentadiagonal(), new LowerUpper());

    private static final int FAILED = 1;
    private static final int WRONG_COMMAND_LINE = 2;

    private Npb() {
    }

    /** Ends with exit code 1 if a result is not the official one, or with 2 if the command line is wrong. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        boolean prints = MPI.COMM_WORLD.Rank() == 0;
        int status = 0;
        CommandLine line = null;
        try {
            line = CommandLine.of(arguments, MPI.COMM_WORLD.Size(), System.getenv("NPB_NPROCS_STRICT"));
        } catch (IllegalArgumentException e) {
            status = WRONG_COMMAND_LINE;
            if (prints) {
                System.err.println(e.getMessage());
            }
        }
        if (line != null && line.help() && prints) {
            System.out.println(CommandLine.HELP);
        } else if (line != null) {
            for (CommandLine.Selection selection : line.selections()) {
                status = run(selection, line) ? status : FAILED;
            }
        }
        MPI.Finalize();
        System.exit(status);
    }

    /** Runs one benchmark. Returns whether the result is the official one, which only rank 0 knows. */
    private static boolean run(CommandLine.Selection selection, CommandLine line) {
        Benchmark benchmark = selection.benchmark();
        int active = benchmark.rankCount().mostOf(MPI.COMM_WORLD.Size());
        boolean takesPart = MPI.COMM_WORLD.Rank() < active;
        Intracomm ranks = MPI.COMM_WORLD.Split(takesPart ? 0 : MPI.UNDEFINED, 0);
        if (!takesPart) {
            return true;
        }
        Run run = new Run(ranks, line.segments(), line.timers(), System.out);
        run.say("%n%n NAS Parallel Benchmarks 3.4 in Java -- %s Benchmark, class %s%n", benchmark.name(),
            selection.problem());
        run.say(" Total number of processes: %6d", MPI.COMM_WORLD.Size());
        if (active < MPI.COMM_WORLD.Size()) {
            run.say(" WARNING: %s cannot use all of them (%d active)", benchmark.name(), active);
        }
        Outcome outcome = benchmark.run(selection.problem(), run);
        Report report = new Report(benchmark.name(), selection.problem(), outcome, run.times(), active,
            MPI.COMM_WORLD.Size());
        if (ranks.Rank() == 0) {
            System.out.print(report.text());
        }
        ranks.Free();
        return outcome.verified() || MPI.COMM_WORLD.Rank() != 0;
    }
}
