package mpj.bench.imb;

import java.util.List;

/** A part of IMB. Its benchmarks run when no benchmark is named. */
enum Suite {
    MPI1("bench imb", "MPI-1 part", Benchmarks.MPI1),
    NBC("bench imb-nbc", "MPI-NBC part", Benchmarks.NBC),
    RMA("bench imb-rma", "MPI-RMA part", Benchmarks.RMA);

    private final String command;
    private final String title;
    private final List<Benchmark> benchmarks;

    Suite(String command, String title, List<Benchmark> benchmarks) {
        this.command = command;
        this.title = title;
        this.benchmarks = benchmarks;
    }

    /** The command that runs this part. */
    String command() {
        return command;
    }

    String title() {
        return title;
    }

    List<Benchmark> benchmarks() {
        return benchmarks;
    }
}
