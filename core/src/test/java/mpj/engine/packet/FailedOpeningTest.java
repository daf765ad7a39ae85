package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpj.engine.EagerLimit;
import mpj.engine.detector.Heartbeats;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** An engine whose transports cannot be opened. */
class FailedOpeningTest {
    private static final class Broken implements TransportProvider {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public Reach reach() {
            return Reach.HOST;
        }

        @Override
        public Transport open(Job job, String argument) {
            throw new TransportException("transport broken is broken");
        }
    }

    /** The sockets that this process has open, by their numbers. */
    private static Set<String> sockets() throws IOException {
        Set<String> sockets = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                try {
                    sockets.add(Files.readSymbolicLink(file).toString());
                } catch (NoSuchFileException e) {
                    continue; // it was closed meanwhile, as the descriptor of this listing is
                }
            }
        }
        sockets.removeIf(each -> !each.startsWith("socket:"));
        return sockets;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void detectorOfTheRankIsClosed() throws IOException {
        DatagramChannel.open().close(); // the first one leaves a socket with which the JVM closes all others
        Set<String> before = sockets();
        Heartbeats heartbeats = Heartbeats.open(0, 2, true, "", new byte[32], 5);
        Set<String> own = sockets();
        own.removeAll(before);
        assertFalse(own.isEmpty());
        TransportChoice choice = TransportChoice.of(List.of(new Broken()), false);
        String message = assertThrows(TransportException.class, () -> PacketEngine.open(
            new MemoryJob(1, 1).bootstrap(0), choice, new EagerLimit(128), null, heartbeats)).getMessage();
        assertTrue(message.contains("broken"), message);
        own.retainAll(sockets());
        assertEquals(Set.of(), own);
    }
}
