package mpj.bench.jmh;

import java.util.concurrent.TimeUnit;
import mpj.transport.spi.Transport;
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

/**
 * How long it takes to wake a rank that sleeps in its transport, and to get its answer. The way there includes the
 * wake-up; on the way back the receiver polls.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class WakeUp {
    private static final long LONGEST_SLEEP = TimeUnit.SECONDS.toNanos(1);
    /** The shm transport naps this often before it sleeps on its futex. */
    private static final int NAPS = 500;

    /** The transport's name. */
    @Param("shm")
    public String transport;

    private TransportPair pair;
    private Thread sleeper;
    private volatile boolean asleep;
    private volatile boolean done;

    /** Opens both ends, and lets the second one fall asleep. */
    @Setup(Level.Trial)
    public void open() {
        pair = new TransportPair(transport);
        sleeper = Thread.ofPlatform().daemon().start(this::sleepAndAnswer);
        for (int i = 0; i < NAPS; i++) {
            wakeUp();
        }
    }

    private void sleepAndAnswer() {
        Transport end = pair.second().transport();
        while (!done) {
            end.prepareToSleep();
            asleep = true;
            end.sleep(LONGEST_SLEEP);
            asleep = false;
            if (pair.second().poll()) {
                pair.second().send(Long.BYTES);
            }
        }
    }

    /**
     * Lets the second end fall asleep, which is not measured. JMH warns about this level, but only because of
     * benchmarks that are far shorter.
     */
    @Setup(Level.Invocation)
    public void awaitSleep() throws InterruptedException {
        while (!asleep) {
            Thread.onSpinWait();
        }
        TimeUnit.MILLISECONDS.sleep(1);
    }

    /** A packet to the sleeping end, and its answer. */
    @Benchmark
    public void wakeUp() {
        pair.first().send(Long.BYTES);
        pair.first().take();
    }

    /** Ends the thread that sleeps, then closes both ends. */
    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
        done = true;
        pair.second().transport().wake();
        sleeper.join();
        pair.close();
    }
}
