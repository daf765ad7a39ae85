package mpj.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import mpi.MPI;
import mpi.Request;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of a message that matches the last of many posted receives, in a job of one rank that sends to itself. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class Matching {
    private static final int BYTES = 8;

    /** How many receives are posted before, each with its own tag. */
    @Param({"1", "10", "100", "1000", "10000"})
    public int posted;

    private final byte[] sent = new byte[BYTES];
    private final byte[] received = new byte[BYTES];
    private Request[] waiting;

    /** Posts the receives. */
    @Setup(Level.Trial)
    public void post() {
        MPI.Init(new String[0]);
        waiting = IntStream.range(0, posted)
            .mapToObj(tag -> MPI.COMM_SELF.Irecv(new byte[BYTES], 0, BYTES, MPI.BYTE, 0, tag))
            .toArray(Request[]::new);
    }

    /** Posts one more receive, and sends the message for it. */
    @Benchmark
    public void lastOfMany() {
        Request request = MPI.COMM_SELF.Irecv(received, 0, BYTES, MPI.BYTE, 0, posted);
        MPI.COMM_SELF.Send(sent, 0, BYTES, MPI.BYTE, 0, posted);
        request.Wait();
    }

    /** Completes the receives. */
    @TearDown(Level.Trial)
    public void complete() {
        for (int tag = 0; tag < posted; tag++) {
            MPI.COMM_SELF.Send(sent, 0, BYTES, MPI.BYTE, 0, tag);
        }
        Request.Waitall(waiting);
        MPI.Finalize();
    }
}
