package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Failures of links, processes and permissions. These tests need a machine from which all of these may be taken away.
 */
class FailureTest {
    /** The device's network interface. */
    private static final String LINK = System.getProperty("tests.verbs.link");
    private static final Path DEVICE = Path.of("/dev/infiniband/uverbs0");
    private static final long LOCKED_BYTES = 16 << 20;
    private static final long LIMIT = 40_000_000_000L;
    private static final String SMALL_FRAMES = "700";
    /** The address 2001:db8::1, which no host has. */
    private static final byte[] IPV6 = {0x20, 0x01, 0x0d, (byte) 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    @BeforeEach
    void assumeMachine() {
        Assumptions.assumeTrue(LINK != null, "-Dtests.verbs.link names no link that may be cut");
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it did not happen in time: " + what);
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    @Test
    void whenTheLinkGoesDownInMidTrafficThePeerIsLostAndTheErrorSaysHowThePortIs() throws Exception {
        try (Ends ends = new Ends(2)) {
            for (int i = 0; i < 200; i++) {
                int packet = i;
                ends.await("room", () -> ends.send(packet % 2, 1 - packet % 2, packet / 2, 8));
            }
            run("ip", "link", "set", LINK, "down");
            String refusal = assertThrows(TransportException.class,
                () -> new VerbsProvider().open(new Job(0, 1, 1, new byte[1]), "")).getMessage();
            assertTrue(refusal.contains("not active; bring the link up"), refusal);
            ends.await("the loss", () -> {
                ends.send(0, 1, 100, 8);
                return !ends.got[0].losses.isEmpty() && !ends.got[1].losses.isEmpty();
            });
            String message = ends.got[0].losses.getFirst().getMessage();
            assertTrue(message.contains(" rank 1: ") && message.contains("port 1 of device "), message);
        } finally {
            run("ip", "link", "set", LINK, "up");
        }
    }

    /**
     * The device has an IPv4 address, and the peer's address is IPv6. Of any IPv4 address, the kernel would assume that
     * it is on the device's own link.
     */
    @Test
    void aPeerToWhichNoWayLeadsIsLostAndNoCallThrows() {
        try (Ends ends = new Ends(2)) {
            PeerAddress there = PeerAddress.decode(ends.ends[1].address());
            Channel channel = ends.ends[0].connect(1, new PeerAddress(there.ethernet(), there.mtu(), there.lid(), IPV6,
                there.setupQueuePair(), there.setupKey()).encode());
            assertEquals(Channel.FULL, channel.reserve(8));
            await("the loss", () -> {
                ends.progress();
                return !ends.got[0].losses.isEmpty();
            });
            String message = ends.got[0].losses.getFirst().getMessage();
            assertTrue(message.contains("is there a route to its address?"), message);
        }
    }

    /** The memory for the word of a peer cannot be had. A peer that is refused asks again every 100 ms. */
    @Test
    void aPeerThatCannotBeAdmittedKeepsNoQueuePair() throws Exception {
        VerbsSettings settings = VerbsSettings.fromProperties("");
        Job job = new Job(0, 2, 2, new byte[] {1});
        Arena closed = Arena.ofShared();
        closed.close();
        try (Arena arena = Arena.ofShared(); Device device = Device.open(settings, arena)) {
            DataCalls calls = new DataCalls(device.context());
            WorkRequests work = new WorkRequests(calls, arena);
            try (CompletionQueue completions = new CompletionQueue(device, calls, 256, arena);
                 SendPool sends = new SendPool(device, 1, settings.packet(), arena);
                 ReceivePool receives = new ReceivePool(device, work, 2, settings.packet(), arena);
                 SetupQueuePair setup = new SetupQueuePair(device, work, completions, job.secret(), arena);
                 EagerRings rings = new EagerRings(device, 1, settings.packet(), settings.ringAfter(), arena);
                 Connections connections = new Connections(job, device, completions, setup, receives, 2, work, sends,
                     new PeerWords(device, closed), rings)) {
                long before = queuePairs();
                PeerAddress there = connections.own();
                for (int i = 0; i < 3; i++) {
                    assertThrows(IllegalStateException.class, () -> connections.connect(1, there));
                }
                assertEquals(before, queuePairs());
            }
        }
    }

    /** The number of this process's queue pairs, as the kernel counts them. */
    private static long queuePairs() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("rdma", "resource", "show", "qp")
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        // The kernel names the thread that has made the queue pair.
        long number = Pattern.compile(" pid (\\d+) ").matcher(shown).results()
            .filter(each -> Files.exists(Path.of("/proc/self/task", each.group(1)))).count();
        assertTrue(number > 0, shown);
        return number;
    }

    /** The size of the device's frames follows the interface. Each end uses the size that it saw when it was opened. */
    @Test
    void portsWithFramesOfDifferentSizesUseTheSmaller() throws Exception {
        String frames = Files.readString(Path.of("/sys/class/net", LINK, "mtu")).strip();
        try (Ends ends = new Ends(2)) {
            int large = PeerAddress.decode(ends.ends[0].address()).mtu();
            run("ip", "link", "set", LINK, "mtu", SMALL_FRAMES);
            ends.reopen(1);
            int small = PeerAddress.decode(ends.ends[1].address()).mtu();
            assertTrue(small < large, small + " is not less than " + large);
            for (int i = 0; i < 20; i++) {
                int packet = i;
                ends.await("room", () -> ends.send(packet % 2, 1 - packet % 2, packet / 2, 8000));
                ends.await("packet " + packet, () -> ends.got[1 - packet % 2].envelopes.size() == packet / 2 + 1);
            }
            assertNull(ends.got[0].wrong);
            assertNull(ends.got[1].wrong);
        } finally {
            run("ip", "link", "set", LINK, "mtu", frames);
        }
    }

    /** One process tests all of this, because starting a process takes most of the time. */
    @Test
    void aProcessWithoutPrivilegesIsToldTheRemedyAndItsEndIsNoticed() throws Exception {
        Process process = new ProcessBuilder("prlimit", "--memlock=" + LOCKED_BYTES, "setpriv", "--bounding-set=-all",
            "--inh-caps=-all", ProcessHandle.current().info().command().orElseThrow(), "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
            System.getProperty("java.class.path"), OtherProcess.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader answers = new BufferedReader(new InputStreamReader(process.getInputStream()));
             PrintStream commands = new PrintStream(process.getOutputStream(), true)) {
            Files.setPosixFilePermissions(DEVICE, PosixFilePermissions.fromString("---------"));
            assertAnswer(commands, answers, "open", "must be able to read and write " + DEVICE);
            Files.setPosixFilePermissions(DEVICE, PosixFilePermissions.fromString("rw-------"));
            assertAnswer(commands, answers, "set mpj.verbs.packet 1048576", "set");
            assertAnswer(commands, answers, "open", "; the limit of locked memory is " + LOCKED_BYTES
                + " (ulimit -l, RLIMIT_MEMLOCK): raise it");
            assertAnswer(commands, answers, "set mpj.verbs.packet 16384", "set");
            String address = assertAnswer(commands, answers, "open", "open ");
            assertAnswer(commands, answers, "register", "refused");

            Ends.Got got = new Ends.Got();
            try (Transport transport = new VerbsProvider().open(new Job(0, 2, 2, OtherProcess.SECRET), "")) {
                assertAnswer(commands, answers, "send " + HexFormat.of().formatHex(transport.address()), "sending");
                transport.connect(1, HexFormat.of().parseHex(address.substring("open ".length())));
                await("traffic", () -> {
                    transport.progress(got);
                    return got.envelopes.size() > 100;
                });
                process.destroyForcibly().waitFor();
                await("the loss", () -> {
                    transport.progress(got);
                    return !got.losses.isEmpty();
                });
                String message = got.losses.getFirst().getMessage();
                assertTrue(message.contains(" rank 1: "), message);
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static String assertAnswer(PrintStream commands, BufferedReader answers, String command, String part)
        throws IOException {
        commands.println(command);
        String answer = answers.readLine();
        assertTrue(answer != null && answer.contains(part), command + ": " + answer);
        return answer;
    }
}
