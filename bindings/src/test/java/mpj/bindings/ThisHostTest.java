package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ThisHostTest {

    private static String output(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void nameMatchesTheSystem() throws IOException {
        assertEquals(output("uname", "-n"), ThisHost.name());
    }

    @Test
    void identityConsistsOfHostNameAndBoot() throws IOException {
        assertEquals(output("uname", "-n") + " " + output("cat", "/proc/sys/kernel/random/boot_id"),
            ThisHost.identity());
    }

    @Test
    void namespacesMatchProcessesThatAreStartedHere() throws IOException {
        assertTrue(ThisHost.processNamespace().endsWith(" " + output("readlink", "/proc/self/ns/pid")));
        assertTrue(ThisHost.networkNamespace().endsWith(" " + output("readlink", "/proc/self/ns/net")));
        assertNotEquals(ThisHost.processNamespace(), ThisHost.networkNamespace());
    }

    @Test
    void coresIncludeAllThatThisProcessMayUse() throws IOException {
        assertEquals(ThisHost.count(output("cat", "/sys/devices/system/cpu/online")), ThisHost.cores());
        assertTrue(ThisHost.cores() >= Runtime.getRuntime().availableProcessors());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0-3, 4", "'0-3,8', 5", "'1,3,5-6', 4"})
    void rangesAreCounted(String ranges, int count) {
        assertEquals(count, ThisHost.count(ranges));
    }

    @Test
    void malformedRangeIsRefused() {
        assertThrows(NumberFormatException.class, () -> ThisHost.count(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "::1"})
    void loopbackMeansThisHost(String name) {
        assertTrue(ThisHost.isNamed(name));
        assertTrue(ThisHost.isNamed(ThisHost.name()));
        assertFalse(ThisHost.isNamed("nobody-has-" + name));
    }

    @ParameterizedTest
    @CsvSource({"alpha, alpha, true", "alpha, alpha.example.org, true", "alpha.example.org, alpha, true",
        "alpha.example.org, alpha.example.net, false", "alph, alpha, false", "alpha1, alpha, false",
        "alpha, '', false"})
    void nameMayLackTheDomain(String name, String own, boolean same) {
        assertEquals(same, ThisHost.isSame(name, own));
    }
}
