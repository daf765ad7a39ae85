package tycho.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptorTest {
    private static final long LIMIT_SECONDS = 300;

    /** Fails as often as it is told before each connection, and is closed after the last one. */
    private static final class Scarce extends ServerSocket {
        private final Queue<Integer> failures;
        private int left;

        Scarce(Integer... failures) throws IOException {
            this.failures = new ArrayDeque<>(List.of(failures));
            left = this.failures.remove();
        }

        @Override
        public Socket accept() throws IOException {
            if (left-- > 0) {
                throw new IOException("Too many open files");
            }
            if (failures.isEmpty()) {
                close();
                throw new IOException("closed");
            }
            left = failures.remove();
            return new Socket();
        }
    }

    @Test
    void aShortageIsToldOnceAndEnds() throws Exception {
        List<String> told = new ArrayList<>();
        CountDownLatch taken = new CountDownLatch(2);
        Acceptor.run(new Scarce(3, 2, 0), "taken", socket -> taken.countDown(), told::add);
        assertTrue(taken.await(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(2, told.size(), told::toString);
        assertTrue(told.getFirst().contains("Too many open files") && told.getFirst().contains("ulimit -n"),
            told::toString);
    }
}
