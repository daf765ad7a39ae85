package mpj.bench.imb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code bench imb-mt}: the options of IMB-MT, and the number of threads. */
@Command(name = "bench imb-mt", sortOptions = false, separator = " ",
    description = "The benchmarks of IMB-MT: every rank has several threads, and all of them communicate.")
final class MtOptions {
    @Option(names = "-help", arity = "0..1", fallbackValue = "", paramLabel = "OPTION", description = "Prints this.")
    String help;

    @Option(names = "-list", description = "Lists the benchmarks.")
    boolean list;

    @Option(names = "-threads", paramLabel = "LIST", split = ",", defaultValue = "1,2,4",
        description = "Threads of a rank, one run for each number (OMP_NUM_THREADS of IMB-MT). Default:"
            + " ${DEFAULT-VALUE}")
    List<Integer> threads;

    @Option(names = "-comm", paramLabel = "own|shared", defaultValue = "own",
        description = "Whether each thread has a communicator of its own, as in IMB-MT, or all share one and differ by"
            + " tags (point to point only). Default: ${DEFAULT-VALUE}")
    String comm;

    @Option(names = "-thread_level", paramLabel = "single|funneled|serialized|multiple",
        defaultValue = "multiple", description = "Below multiple, one thread of a rank communicates. Default:"
            + " ${DEFAULT-VALUE}")
    String threadLevel;

    @Option(names = "-stride", paramLabel = "INT", defaultValue = "0",
        description = "How far apart the ranks of a pair are; 0: half of the ranks. Default: ${DEFAULT-VALUE}")
    int stride;

    @Option(names = "-warmup", paramLabel = "INT", defaultValue = "100",
        description = "Repetitions before those that are measured. Default: ${DEFAULT-VALUE}")
    int warmUp;

    @Option(names = "-jit_warm_up", paramLabel = "SEC", defaultValue = "2",
        description = "Seconds for which each benchmark runs before its first line, so that it is compiled. Default:"
            + " ${DEFAULT-VALUE}")
    double jitWarmUpSeconds;

    @Option(names = "-repeat", paramLabel = "INT", defaultValue = "1000",
        description = "Repetitions that are measured. Default: ${DEFAULT-VALUE}")
    int repeat;

    @Option(names = "-window_size", paramLabel = "INT", defaultValue = "64",
        description = "Messages under way at a time, of UniBandMT and BiBandMT. Default: ${DEFAULT-VALUE}")
    int window;

    @Option(names = "-count", paramLabel = "LIST", split = ",", defaultValue = "1,2,4,8",
        description = "Elements of a message, one line for each number. Default: ${DEFAULT-VALUE}")
    List<Integer> counts;

    @Option(names = "-datatype", paramLabel = "int|char", defaultValue = "int",
        description = "Elements of four bytes or of one. Default: ${DEFAULT-VALUE}")
    String dataType;

    @Option(names = "-noheader", description = "Leaves the first lines out.")
    boolean noHeader;

    @Parameters(paramLabel = "BENCHMARK", description = "Those to run; all without any. -list names them.")
    List<String> benchmarks = new ArrayList<>();

    /** @throws IllegalArgumentException if a name is not that of a benchmark */
    List<ThreadedBenchmark> benchmarks() {
        return benchmarks.isEmpty() ? List.of(ThreadedBenchmark.values())
            : benchmarks.stream().map(name -> ThreadedBenchmark.named(name).orElseThrow(() ->
                new IllegalArgumentException("benchmark '" + name + "' is not one of "
                    + Arrays.stream(ThreadedBenchmark.values()).map(ThreadedBenchmark::title)
                        .collect(Collectors.joining(", "))))).toList();
    }

    ElementType elements() {
        return switch (dataType) {
            case "int" -> ElementType.INT;
            case "char" -> ElementType.BYTE;
            default -> throw new IllegalArgumentException("-datatype " + dataType + ": expected int or char");
        };
    }

    boolean sharesOneCommunicator() {
        return switch (comm) {
            case "own" -> false;
            case "shared" -> true;
            default -> throw new IllegalArgumentException("-comm " + comm + ": expected own or shared");
        };
    }

    /** The numbers of threads of each rank. */
    List<Integer> threads() {
        return switch (threadLevel) {
            case "multiple" -> threads;
            case "single", "funneled", "serialized" -> List.of(1);
            default -> throw new IllegalArgumentException("-thread_level " + threadLevel
                + ": expected single, funneled, serialized or multiple");
        };
    }

    /** @throws IllegalArgumentException if an option is wrong; the message names what is wrong */
    void check(int ranks) {
        positive("-threads", threads);
        positive("-count", counts);
        positive("-repeat", List.of(repeat));
        positive("-window_size", List.of(window));
        if (warmUp < 0) {
            throw new IllegalArgumentException("-warmup " + warmUp + ": expected 0 or more");
        }
        if (!(jitWarmUpSeconds >= 0 && jitWarmUpSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("-jit_warm_up " + jitWarmUpSeconds + ": expected 0 seconds or more");
        }
        if (ranks < 2) {
            throw new IllegalArgumentException("a job of 1 rank: start it with -np 2 or more");
        }
        if (stride < 0 || stride > ranks / 2) {
            throw new IllegalArgumentException("-stride " + stride + ": expected 0 to " + ranks / 2
                + ", half of the ranks");
        }
        if (sharesOneCommunicator() && benchmarks().stream().anyMatch(ThreadedBenchmark::isCollective)
            && threads().stream().anyMatch(number -> number > 1)) {
            throw new IllegalArgumentException("-comm shared: collectives of several threads cannot share a"
                + " communicator; name benchmarks of point to point");
        }
    }

    private static void positive(String option, List<Integer> values) {
        values.stream().filter(value -> value < 1).findFirst().ifPresent(value -> {
            throw new IllegalArgumentException(option + " " + value + ": expected 1 or more");
        });
    }
}
