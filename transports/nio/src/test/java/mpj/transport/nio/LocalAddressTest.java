package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.bindings.Linux;
import mpj.settings.Setting;
import mpj.transport.spi.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The address that a rank chooses if nobody gives it the host's address. The tests run in network namespaces of their
 * own.
 */
class LocalAddressTest {
    private static final int NO_NAMESPACE = 77;
    private static final long LIMIT_SECONDS = 60;
    private static final String BEGIN = "ip link set lo up && ip link add first type veth peer name other && "
        + "ip link set other up && ip link set first up && ";

    @TempDir
    private Path folder;

    /** Runs in the namespace, chooses the address, and listens on it. */
    static final class Chooses {
        public static void main(String[] args) {
            NioSettings settings = Rank.settings(null);
            InetAddress chosen = LocalAddress.choose(settings, new Job(0, 2, 1, Rank.SECRET));
            Listener.open(chosen, settings, 0);
            System.out.println("listens on " + chosen.getHostAddress());
        }
    }

    private String chosen(String network) throws Exception {
        String classes = Stream.of(LocalAddress.class, Rank.class, Linux.class, Setting.class, Job.class, Test.class,
            org.opentest4j.AssertionFailedError.class).map(LocalAddressTest::location).distinct()
            .collect(Collectors.joining(":"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder("unshare", "-n", "sh", "-c",
            "(" + BEGIN + network + ") || exit " + NO_NAMESPACE + "; exec \"$@\"", "sh", java,
            "-XX:TieredStopAtLevel=1", "-cp", classes, Chooses.class.getName())
            .redirectErrorStream(true).redirectOutput(out.toFile()).start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertTrue(ended, text);
        assumeTrue(process.exitValue() != NO_NAMESPACE && !text.contains("unshare"),
            () -> "no network namespace can be made here: " + text);
        assertEquals(0, process.exitValue(), text);
        return text.strip();
    }

    private static String location(Class<?> inside) {
        try {
            return Path.of(inside.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The result does not depend on which address the system lists first. */
    @ParameterizedTest
    @ValueSource(strings = {"first", "other"})
    void globalAddressOfAnyInterfaceComesBeforeALinkLocalOne(String name) throws Exception {
        assertEquals("listens on 10.9.0.1", chosen("ip address add 10.9.0.1/24 dev " + name));
    }

    @Test
    void addressWhoseDuplicatesAreStillLookedForIsAwaited() throws Exception {
        assertTrue(chosen("true").startsWith("listens on fe80:"));
    }

    /** The addresses of the interface's own link can be used earlier. */
    @Test
    void globalAddressWhoseDuplicatesAreStillLookedForIsAwaited() throws Exception {
        assertEquals("listens on fd00:9:0:0:0:0:0:1%first", chosen(
            "while ip -6 address show tentative | grep -q inet6; do :; done; ip address add fd00:9::1/64 dev first"));
    }
}
