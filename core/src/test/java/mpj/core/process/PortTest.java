package mpj.core.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mpj.tiers.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ports and the processes that connect to them. */
class PortTest {
    private static final int ROUNDS = Turn.count("mpj.core.process.PortTest", 400, 2_000);

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void connectionStaysWhenItsPortIsClosedAtOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] sent = {(byte) round};
            Port port = Port.open();
            PortName name = port.name();
            CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> {
                try (PortConnection there = PortConnection.open(name)) {
                    there.send(sent);
                    return there.receive();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try (PortConnection here = port.next()) {
                port.close();
                here.send(here.receive());
                assertArrayEquals(sent, received.get(60, TimeUnit.SECONDS));
            }
        }
    }
}
