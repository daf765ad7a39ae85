package mpj.bench.jmh;

import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.Status;
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
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * A round trip between two ranks under JMH. JMH's profilers then see what a rank does for each message: {@code
 * bench/jmh -np 2 -prof gc} shows the bytes that it allocates. Rank 0 measures, in this JVM, and rank 1 echoes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(0)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class PingPong {
    private static final int PEER = 1;
    private static final int ECHO = 1;
    private static final int DONE = 2;
    private static final int LONGEST = 1 << 20;

    /** The bytes of a message. */
    @Param({"0", "8", "1024", "65536"})
    public int bytes;

    /** Whether the buffers lie outside the heap. */
    @Param({"heap", "native"})
    public String buffer;

    private Object message;

    private static Object allocate(String place, int length) {
        return place.equals("heap") ? new byte[length] : Arena.ofAuto().allocate(length);
    }

    /** Makes the buffer. */
    @Setup(Level.Trial)
    public void allocate() {
        message = allocate(buffer, Math.max(1, bytes));
    }

    /** One round trip. */
    @Benchmark
    public void roundTrip() {
        MPI.COMM_WORLD.Send(message, 0, bytes, MPI.BYTE, PEER, ECHO);
        MPI.COMM_WORLD.Recv(message, 0, bytes, MPI.BYTE, PEER, ECHO);
    }

    /** Releases the buffer. */
    @TearDown(Level.Trial)
    public void release() {
        message = null;
    }

    /** Runs on two ranks with JMH's options. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        String[] own = MPI.Init(arguments);
        if (MPI.COMM_WORLD.Size() != 2) {
            throw new IllegalArgumentException("this needs 2 ranks, not " + MPI.COMM_WORLD.Size());
        }
        if (MPI.COMM_WORLD.Rank() == 0) {
            new Runner(new OptionsBuilder().parent(new CommandLineOptions(own))
                .include(PingPong.class.getName()).forks(0).build()).run();
            MPI.COMM_WORLD.Send(new byte[1], 0, 0, MPI.BYTE, PEER, DONE);
        } else {
            echo();
        }
        MPI.Finalize();
    }

    private static void echo() {
        byte[] message = new byte[LONGEST];
        while (true) {
            Status status = MPI.COMM_WORLD.Recv(message, 0, LONGEST, MPI.BYTE, 0, MPI.ANY_TAG);
            if (status.tag != ECHO) {
                return;
            }
            MPI.COMM_WORLD.Send(message, 0, status.Get_count(MPI.BYTE), MPI.BYTE, 0, ECHO);
        }
    }
}
