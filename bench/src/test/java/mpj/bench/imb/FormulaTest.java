package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a clock that the test sets to the figures, for each kind of benchmark. */
class FormulaTest {
    private static final double EXACT = 1e-9;
    private static final int BYTES = 1000;
    private static final int WINDOW = 64;
    private static final int ITERATIONS = 10;

    private long now;

    private static Sample sample() {
        return new Sample(null, 0, 2, BYTES, null, BYTES, MessageBuffers.allocate(null, MessageBuffers.Place.ARRAY,
            ElementType.BYTE, BYTES, BYTES, OffCache.NONE, ITERATIONS), new int[2], new int[2], WINDOW);
    }

    /** A transfer or synchronization whose iteration takes this long. */
    private record Loop(Presentation presentation, Runnable iteration) implements Benchmark.Loop {
        @Override
        public String name() {
            return "Loop";
        }

        @Override
        public void run(Sample sample, int iterations) {
            for (int i = 0; i < iterations; i++) {
                iteration.run();
            }
        }
    }

    /** A collective whose call takes this long. */
    private record Call(Runnable iteration) implements Benchmark.Call {
        @Override
        public String name() {
            return "Call";
        }

        @Override
        public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
            iteration.run();
        }
    }

    /** A non-blocking collective whose start takes this long. It is complete after the start. */
    private record Start(Presentation presentation, boolean overlaps, Runnable iteration)
            implements Benchmark.Nonblocking {
        @Override
        public String name() {
            return "Start";
        }

        @Override
        public Object start(Sample sample, int sendOffset, int receiveOffset, int root) {
            iteration.run();
            return null;
        }

        @Override
        public void await(Sample sample, Object request) {
            // complete since it was started
        }
    }

    private Benchmark benchmark(Presentation presentation, Runnable iteration) {
        return switch (presentation) {
            case COLLECTIVE -> new Call(iteration);
            case OVERLAP, OVERLAP_SYNC -> new Start(presentation, true, iteration);
            default -> new Loop(presentation, iteration);
        };
    }

    /** Two ranks whose iterations take 4 and 2 microseconds. */
    private double[] secondsOfTwoRanks(Presentation presentation) {
        SampleLoop loop = new SampleLoop(() -> now, true, 0);
        return List.of(4000, 2000).stream().mapToDouble(nanoseconds -> loop.secondsPerIteration(
            benchmark(presentation, () -> now += nanoseconds), sample(), ITERATIONS, () -> now += 77)).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        // least, most, average [usec], bandwidth [10^6 bytes/s], messages per second
        "PING_PONG,              1, 2, 1.5,  500, 0",
        "NETPIPE,                1, 2, 1.5,  500, 0",
        "PING_PING,              2, 4, 3,    250, 0",
        "SENDRECV,               2, 4, 3,    500, 0",
        "EXCHANGE,               2, 4, 3,   1000, 0",
        "MESSAGE_RATE,           2, 4, 3,  16000, 16e6",
        "MESSAGE_RATE_BOTH_WAYS, 2, 4, 3,  32000, 32e6",
        "OSU_MESSAGE_RATE,       2, 4, 3,  16000, 16e6",
        "COLLECTIVE,             2, 4, 3,    250, 0",
        "SYNC,                   2, 4, 3,    250, 0",
        "FILE,                   2, 4, 3,    250, 0",
        "FILE_OF_ONE,            2, 4, 3,    250, 0",
        "ONE_SIDED,              2, 4, 3,    250, 0",
        "ONE_ELEMENT,            2, 4, 3,    250, 0",
        "ONE_TO_ALL,             2, 4, 3,  16000, 0",
        "PASSIVE_TARGET,         2, 4, 3,    250, 0",
    })
    void figuresFollowFromTheRanksTimes(Presentation presentation, double least, double most, double average,
                                        double bandwidth, double rate) {
        Figures figures = Figures.of(secondsOfTwoRanks(presentation), presentation, BYTES, WINDOW);
        assertEquals(least, figures.least(), EXACT);
        assertEquals(most, figures.most(), EXACT);
        assertEquals(average, figures.average(), EXACT);
        assertEquals(bandwidth, figures.megabytesPerSecond(), EXACT * bandwidth);
        assertEquals(rate, figures.messagesPerSecond(), EXACT * rate);
    }

    @Test
    void everyPresentationHasItsFormulaTested() {
        Set<Presentation> overlaps = EnumSet.of(Presentation.OVERLAP, Presentation.OVERLAP_SYNC);
        assertEquals(16 + overlaps.size(), Presentation.values().length);
    }

    @Test
    void osuTakesTheMeanOfTheSenders() {
        // Two pairs; the receivers' times do not count: 2 * 64 messages in 3 microseconds.
        double[] seconds = {4e-6, 2e-6, 9e-6, 9e-6};
        assertEquals(2 * 64 / 3e-6,
            Figures.of(seconds, Presentation.OSU_MESSAGE_RATE, BYTES, 64).messagesPerSecond(), 1);
    }

    @Test
    void netpipesMegabitsAreOfTwoToTheTwentieth() {
        Figures figures = Figures.of(new double[] {2e-6, 2e-6}, Presentation.NETPIPE, 1 << 17, 1);
        assertEquals(1e6, figures.netpipeMegabits(1 << 17), EXACT * 1e6);
    }

    /** Takes the given time, and records its calls. */
    private final class Counted implements Computation {
        private final List<Double> asked = new ArrayList<>();
        private long nanoseconds;

        @Override
        public void lastFor(double seconds) {
            asked.add(seconds);
            nanoseconds = Math.round(seconds * 1e9);
        }

        @Override
        public void run() {
            now += nanoseconds;
        }
    }

    @ParameterizedTest
    @CsvSource({"OVERLAP", "OVERLAP_SYNC"})
    void overlapIsMeasuredWithAComputationAsLongAsTheCall(Presentation presentation) {
        Counted computation = new Counted();
        Timing timing = new SampleLoop(() -> now, computation, true, 0).timing(
            new Start(presentation, true, () -> now += 3000), sample(), ITERATIONS, () -> now += 77);
        assertEquals(3e-6, timing.pure(), EXACT * 1e-6);
        assertEquals(6e-6, timing.overlapped(), EXACT * 1e-6);
        assertEquals(3e-6, timing.computing(), EXACT * 1e-6);
        assertEquals(List.of(timing.pure()), computation.asked);
    }

    @Test
    void pureVariantComputesNothing() {
        Counted computation = new Counted();
        Timing timing = new SampleLoop(() -> now, computation, true, 0).timing(
            new Start(Presentation.COLLECTIVE, false, () -> now += 3000), sample(), ITERATIONS, () -> now += 77);
        assertEquals(Timing.of(3e-6), timing);
        assertEquals(List.of(), computation.asked);
    }

    @ParameterizedTest
    @CsvSource({
        // pure, overlapped, computing [usec], percent hidden
        "4, 4, 4, 100", // all of it
        "4, 8, 4, 0",   // nothing
        "4, 6, 4, 50",
        "4, 9, 2, 0",   // never below 0
        "4, 1, 4, 100", // nor above 100
        "4, 5, 2, 25",  // relative to the longer of the two
    })
    void overlapIsThePartThatWasHidden(double pure, double overlapped, double computing, double percent) {
        OverlapFigures figures = OverlapFigures.of(List.of(new Timing(1e-6, 0.5e-6, 1e-6),
            new Timing(pure * 1e-6, overlapped * 1e-6, computing * 1e-6)));
        assertEquals(percent, figures.percent(), EXACT);
        assertEquals(overlapped, figures.overlapped(), EXACT);
        assertEquals(pure, figures.pure(), EXACT);
        assertEquals(computing, figures.computing(), EXACT);
    }
}
