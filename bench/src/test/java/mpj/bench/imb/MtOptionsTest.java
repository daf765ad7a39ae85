package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line of {@code bench imb-mt}, and how it scales its measurements. */
class MtOptionsTest {
    private static MtOptions parse(String... arguments) {
        MtOptions options = new MtOptions();
        new CommandLine(options).parseArgs(arguments);
        return options;
    }

    @Test
    void defaultsMatchImbMt() {
        MtOptions options = parse();
        options.check(2);
        assertEquals(List.of(1, 2, 4, 8), options.counts);
        assertEquals(List.of(ThreadedBenchmark.values()), options.benchmarks());
        assertEquals(ElementType.INT, options.elements());
        assertEquals(64, options.window);
        assertEquals(100, options.warmUp);
        assertEquals(1000, options.repeat);
    }

    @Test
    void belowMultipleOneThreadCommunicates() {
        assertEquals(List.of(1), parse("-thread_level", "serialized", "-threads", "4").threads());
        assertEquals(List.of(4, 8), parse("-threads", "4,8").threads());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-threads 0 | -threads 0: expected 1 or more",
        "-count 1,-2 | -count -2: expected 1 or more",
        "-jit_warm_up -1 | -jit_warm_up -1.0: expected 0 seconds or more",
        "-stride 3 | -stride 3: expected 0 to 2, half of the ranks",
        "-datatype double | -datatype double: expected int or char",
        "-comm all | -comm all: expected own or shared",
        "-thread_level most | -thread_level most: expected single, funneled, serialized or multiple",
        "-comm shared BcastMT | -comm shared: collectives of several threads cannot share a communicator; name"
            + " benchmarks of point to point",
    })
    void badValuesAreNamed(String arguments, String message) {
        MtOptions options = parse(arguments.split(" "));
        assertEquals(message, assertThrows(IllegalArgumentException.class, () -> {
            options.check(4);
            options.elements();
            options.sharesOneCommunicator();
            options.threads();
        }).getMessage());
    }

    @Test
    void unknownBenchmarkIsNamedWithThoseThatThereAre() {
        String message = assertThrows(IllegalArgumentException.class, () -> parse("Foo").benchmarks()).getMessage();
        assertTrue(message.startsWith("benchmark 'Foo' is not one of AllReduceMT, "), message);
    }

    @Test
    void timesAndBandwidthsAreScaledAsInImbMt() {
        assertEquals(2, ThreadedBenchmark.PING_PONG.timeDivisor(64));
        assertEquals(1, ThreadedBenchmark.PING_PING.timeDivisor(64));
        assertEquals(64, ThreadedBenchmark.UNI_BAND.timeDivisor(64));
        assertEquals(128, ThreadedBenchmark.BI_BAND.timeDivisor(64));
        assertEquals(4, ThreadedBenchmark.EXCHANGE.bandwidthFactor());
        assertEquals(1, ThreadedBenchmark.PING_PONG.bandwidthFactor());
    }
}
