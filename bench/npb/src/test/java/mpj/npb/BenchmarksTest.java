package mpj.npb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.stream.Stream;
import mpi.MPI;
import mpj.npb.common.Benchmark;
import mpj.npb.common.Outcome;
import mpj.npb.common.ProblemClass;
import mpj.npb.common.Run;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs each benchmark on one rank, which is this JVM. */
class BenchmarksTest {
    @BeforeAll
    static void init() {
        MPI.Init(new String[0]);
    }

    @AfterAll
    static void end() {
        MPI.Finalize();
    }

    @TestFactory
    Stream<DynamicTest> resultOfClassSIsTheOfficialOne() {
        return Npb.BENCHMARKS.stream().flatMap(benchmark -> benchmark.hasSegments()
            ? Stream.of(test(benchmark, false), test(benchmark, true)) : Stream.of(test(benchmark, false)));
    }

    private static DynamicTest test(Benchmark benchmark, boolean segments) {
        return DynamicTest.dynamicTest(benchmark.name() + (segments ? " in segments" : ""), () -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Run run = new Run(MPI.COMM_WORLD, segments, true, new PrintStream(out));
            Outcome outcome = benchmark.run(ProblemClass.S, run);
            assertTrue(outcome.verified(), out::toString);
            Run.Times times = run.times();
            assertTrue(times.seconds() > 0 && times.most()[2] <= times.seconds(), out::toString);
            assertTrue(outcome.operations() > 0, outcome::toString);
        });
    }
}
