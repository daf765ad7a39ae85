package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpj.transport.spi.Job;
import mpj.transport.spi.LibraryProvider;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;
import org.junit.jupiter.api.Test;

/** Tests what the JVM of {@code mpjrun --report} finds out about transports. */
class TransportTrialTest {
    private final List<String> closed = new ArrayList<>();

    /** @param error the exception that opening throws, or null */
    private record Opening(String name, String obstacle, RuntimeException error, List<String> closed)
        implements TransportProvider {
        @Override
        public Reach reach() {
            return Reach.HOST;
        }

        @Override
        public String obstacle(Job job) {
            return obstacle;
        }

        @Override
        public Transport open(Job job, String argument) {
            if (error != null) {
                throw error;
            }
            return (Transport) Proxy.newProxyInstance(Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class}, (_, method, _) -> {
                    closed.add(name + ":" + argument + " " + method.getName());
                    return null;
                });
        }
    }

    private record Library(String name) implements LibraryProvider {
        @Override
        public String describe() {
            return "/lib/libmpi_abi.so.1, version 5";
        }

        @Override
        public MessageLibrary load() {
            throw new AssertionError("joins a job");
        }

        @Override
        public Reach reach() {
            return Reach.NETWORK;
        }

        @Override
        public Transport open(Job job, String argument) {
            throw new AssertionError("opened beside others");
        }
    }

    private static List<String> trial(Set<String> done, Map<String, String> arguments,
        TransportProvider... providers) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TransportTrial.run(List.of(providers), done, arguments, new PrintStream(out, false, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.isEmpty()).toList();
    }

    @Test
    void eachTransportIsOpenedAndClosedOrSaysWhyNot() {
        assertEquals(List.of("mpj.trial\tshm", "mpj.trial\tshm\tcan be opened",
            "mpj.trial\tverbs", "mpj.trial\tverbs\tcannot be opened: no device",
            "mpj.trial\tnio", "mpj.trial\tnio\tcannot be opened: no port; take others",
            "mpj.trial\tnull", "mpj.trial\tnull\tcannot be opened: java.lang.NullPointerException", "mpj.trial\t"),
            trial(Set.of("done"), TransportTrial.arguments("nio, shm:x:y"),
                new Opening("done", null, new AssertionFailure(), closed), new Opening("shm", null, null, closed),
                new Opening("verbs", "no device", null, closed),
                new Opening("nio", null, new TransportException("no port\n  take others"), closed),
                new Opening("null", null, new NullPointerException(), closed)));
        assertEquals(List.of("shm:x:y close"), closed);
    }

    @Test
    void libraryIsDescribedInAProcessOfItsOwn() {
        Opening shm = new Opening("shm", null, null, closed);
        assertEquals(List.of("mpj.trial\tshm", "mpj.trial\tshm\tcan be opened"),
            trial(Set.of(), Map.of(), shm, new Library("mpi")));
        assertEquals(List.of("mpj.trial\tmpi", "mpj.trial\tmpi\tcan be opened: /lib/libmpi_abi.so.1, version 5",
            "mpj.trial\t"), trial(Set.of("shm"), Map.of(), shm, new Library("mpi")));
    }

    private static final class AssertionFailure extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
