package mpj.runtime.launcher;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import mpj.runtime.agent.Subtree;
import mpj.runtime.agent.Upward;
import mpj.runtime.host.OutputSink;

/**
 * Standard input and output of ranks on other hosts. A thread of its own writes the output, and then allows the hosts
 * to send more. So a slow reader of mpjrun's output delays what ranks print, and nothing else.
 */
final class RelayedStreams {
    private static final int PIECE = 32 << 10;

    private final OutputSink out;
    private final OutputSink err;
    private final Subtree subtree;
    private final LinkedBlockingQueue<Upward.Output> outputs = new LinkedBlockingQueue<>();
    private final Semaphore inputTaken = new Semaphore(1);
    private final Thread writer;
    private volatile boolean ended;

    RelayedStreams(OutputSink out, OutputSink err, Subtree subtree) {
        this.out = out;
        this.err = err;
        this.subtree = subtree;
        writer = Thread.ofPlatform().daemon().name("mpjrun-output").start(this::write);
    }

    void output(Upward.Output output) {
        outputs.add(output);
    }

    /** Rank 0 has taken the input that was sent. */
    void inputTaken() {
        inputTaken.release();
    }

    /**
     * Reads this process's standard input for rank 0 on another host. The next piece is read when rank 0 has taken the
     * last.
     */
    void forwardInput(int host) {
        Thread.ofPlatform().daemon().name("mpjrun-input").start(() -> readInput(host));
    }

    /** Call this when no more output will come. Waits until all output is written, up to a limit. */
    void drain(long limitMillis) throws InterruptedException {
        ended = true;
        outputs.add(new Upward.Output(-1, false, OutputSink.NOBODY, new byte[0]));
        writer.join(limitMillis);
    }

    private void write() {
        try {
            while (!ended || !outputs.isEmpty()) {
                Upward.Output output = outputs.take();
                byte[] bytes = output.bytes();
                (output.error() ? err : out).write(output.rank(), bytes, 0, bytes.length);
                if (bytes.length > 0) {
                    subtree.outputTaken(output.host(), bytes.length);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readInput(int host) {
        byte[] piece = new byte[PIECE];
        try (FileInputStream in = new FileInputStream(FileDescriptor.in)) {
            int got;
            do {
                inputTaken.acquire();
                got = in.read(piece);
                subtree.sendInput(host, Arrays.copyOf(piece, Math.max(got, 0)));
            } while (got > 0);
        } catch (IOException e) {
            subtree.sendInput(host, new byte[0]);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
