package tycho.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import tycho.TychoException;

class JobAnnouncerTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void anAttemptThatFailsIsFollowedByAPauseWhichTheEndOfTheJobEnds() throws IOException {
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        AtomicInteger attempts = new AtomicInteger();
        PipedOutputStream job = new PipedOutputStream();
        JobAnnouncer.run(() -> {
            if (attempts.incrementAndGet() == 1) {
                close(job);
            }
            throw new TychoException("the key is missing");
        }, List.of("id=1"), LONG, new PipedInputStream(job), new PrintStream(errors, true));
        assertEquals(1, attempts.get());
    }

    /** The access does not even heed interrupts. */
    @Test
    void anAccessThatHangsDoesNotHoldUpTheEndOfTheJob() throws InterruptedException {
        CountDownLatch hangs = new CountDownLatch(1);
        InputStream job = new InputStream() {
            @Override
            public int read() throws IOException {
                try {
                    hangs.await();
                    return -1;
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        };
        CountDownLatch over = new CountDownLatch(1);
        try {
            JobAnnouncer.run(() -> {
                hangs.countDown();
                while (over.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000);
                }
                throw new TychoException("over");
            }, List.of("id=1"), LONG, job, System.err);
        } finally {
            over.countDown();
        }
    }

    private static void close(PipedOutputStream job) {
        try {
            job.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
