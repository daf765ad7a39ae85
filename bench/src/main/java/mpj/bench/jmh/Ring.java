package mpj.bench.jmh;

import java.util.concurrent.TimeUnit;
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

/** The cost of a packet in a transport alone: through one thread, and as a round trip between two threads. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class Ring {
    /** The transport's name. */
    @Param("shm")
    public String transport;

    /** The bytes of the payload. */
    @Param({"8", "1024"})
    public int bytes;

    private TransportPair pair;
    private Thread echo;
    private volatile boolean done;

    /** Opens both ends. */
    @Setup(Level.Trial)
    public void open() {
        pair = new TransportPair(transport);
    }

    /** A packet goes in at one end and out at the other, on one thread. No cache line moves to another core. */
    @Benchmark
    public void throughOneThread() {
        pair.first().send(bytes);
        pair.second().take();
    }

    /** A round trip, with another thread that polls at the other end. */
    @Benchmark
    public void roundTrip() {
        if (echo == null) {
            echo = Thread.ofPlatform().daemon().start(this::echo);
        }
        pair.first().send(bytes);
        pair.first().take();
    }

    private void echo() {
        while (!done) {
            if (pair.second().poll()) {
                pair.second().send(bytes);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Ends the other thread, then closes both ends. */
    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
        done = true;
        if (echo != null) {
            echo.join();
        }
        pair.close();
    }
}
