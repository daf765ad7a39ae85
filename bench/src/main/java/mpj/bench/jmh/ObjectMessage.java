package mpj.bench.jmh;

import java.io.Serializable;
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

/** A message of small records. It is serialized, sent by a rank to itself, and deserialized. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class ObjectMessage {
    /** The number of records in the message. */
    @Param({"1", "100", "1000"})
    public int objects;

    private Object[] sent;
    private Object[] received;

    /** A small record. */
    private record Particle(int number, double position) implements Serializable {
    }

    /** Makes the records. */
    @Setup(Level.Trial)
    public void make() {
        MPI.Init(new String[0]);
        sent = IntStream.range(0, objects).mapToObj(i -> new Particle(i, i)).toArray();
        received = new Object[objects];
    }

    /** Sends from one array of objects to another. */
    @Benchmark
    public void throughAMessage() {
        Request request = MPI.COMM_SELF.Irecv(received, 0, objects, MPI.OBJECT, 0, 0);
        MPI.COMM_SELF.Send(sent, 0, objects, MPI.OBJECT, 0, 0);
        request.Wait();
    }

    /** Ends MPI. */
    @TearDown(Level.Trial)
    public void end() {
        MPI.Finalize();
    }
}
