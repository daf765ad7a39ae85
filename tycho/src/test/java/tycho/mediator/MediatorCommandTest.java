package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command mediator, its files, and its log. */
class MediatorCommandTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... arguments) {
        printed.reset();
        PrintStream out = new PrintStream(printed);
        return MediatorCommand.run(List.of(arguments), out, out, new CountDownLatch(0));
    }

    @Test
    void initMakesKeysThatOnlyTheirOwnerReads() throws Exception {
        Path keys = folder.resolve("a/keys");
        assertEquals(0, run("--init", "paris", keys.toString()), printed::toString);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(keys)));
        for (String name : List.of("ca.p12", "mediator.p12", "client.p12")) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(keys.resolve(name))));
        }
        assertEquals(1, run("--init", "paris", keys.toString()));
        assertTrue(printed.toString().contains("are there already"), printed.toString());
        assertEquals(0, run("--issue", "alice", keys.toString()), printed::toString);
        assertTrue(Files.exists(keys.resolve("alice.p12")));
        assertEquals(1, run("--issue", "a/b", keys.toString()));
        assertEquals(1, run("--issue", "x", folder.resolve("none").toString()));
        assertTrue(printed.toString().contains("mediator --init"), printed.toString());
    }

    @Test
    void wrongArgumentsAndSettingsAreNamed() throws Exception {
        assertEquals(2, run("--nonsense"));
        assertEquals(2, run("--init"));
        assertEquals(0, run("--help"));
        assertEquals(1, run(folder.resolve("none").toString()));
        Path file = Files.writeString(folder.resolve("file"), "clients = 127.0.0.1:99999\n");
        assertEquals(1, run(file.toString()));
        assertTrue(printed.toString().contains("clients: '127.0.0.1:99999'"), printed.toString());
        Files.writeString(file, "colour = red\n");
        assertEquals(1, run(file.toString()));
        assertTrue(printed.toString().contains("no setting 'colour'"), printed.toString());
        Files.writeString(file, "message.limit = 0\n");
        assertEquals(1, run(file.toString()));
        assertTrue(printed.toString().contains("message.limit is '0'"), printed.toString());
        Files.writeString(folder.resolve("p"), "publish a//b *\n");
        Files.writeString(file, "permissions = p\nkeys = " + new Site(folder, "here").keys() + "\n");
        assertEquals(1, run(file.toString()));
        assertTrue(printed.toString().contains("line 1"), printed.toString());
    }

    @Test
    void aFullDiskStopsTheLogAndNothingElse() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full here");
        PrintStream terminal = new PrintStream(printed);
        Log log = new Log(Optional.of(full), terminal);
        log.say("first");
        log.say("second");
        String text = printed.toString();
        assertTrue(text.contains("cannot write the log /dev/full") && text.contains("No space left"), text);
        assertEquals(text.indexOf("cannot write"), text.lastIndexOf("cannot write"));
        assertTrue(text.contains(" first") && text.contains(" second"), text);
    }

    @Test
    void aMediatorWhoseLogIsOnAFullDiskServes() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full here");
        try (Site site = new Site(folder, "here")) {
            site.set("log", "/dev/full");
            assertFalse(site.start().isEmpty());
            assertEquals(0, site.entries(0));
        }
    }

    @Test
    void aBridgeWhosePortIsTakenIsOpenedLater() throws Exception {
        try (Site here = new Site(folder, "here"); Site there = new Site(folder, "there")) {
            Site.join(here, there);
            here.start();
            try (ServerSocket taken = there.takeBridge()) {
                there.start();
                assertTrue(Site.eventually(() -> said(there, "the bridge to other sites cannot be opened: cannot listen"
                    + " at 127.0.0.1:" + taken.getLocalPort())), there.log());
                assertEquals(0, here.otherSites());
            }
            assertTrue(Site.eventually(() -> here.otherSites() == 1 && there.otherSites() == 1),
                here.log() + there.log());
        }
    }

    private static boolean said(Site site, String text) {
        try {
            return site.log().contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anotherSiteThatCannotBeReachedIsNamedWithTheReason() throws Exception {
        try (Site site = new Site(folder, "here")) {
            site.set("bridge", "127.0.0.1:" + Site.freePort()).set("bridge.mediators", "127.0.0.1:1");
            site.start();
            assertTrue(Site.eventually(() -> said(site, "cannot reach the mediator at 127.0.0.1:1: Connection"
                + " refused")), site.log());
        }
    }
}
