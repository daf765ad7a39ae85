package mpj.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootstrapTest {
    private static Map<String, String> environment() {
        return new HashMap<>(Map.of("MPJ_BOOTSTRAP", "127.0.0.1:1", "MPJ_RANK", "0", "MPJ_SIZE", "2",
            "MPJ_SECRET", "ab".repeat(32)));
    }

    private static String refusal(Map<String, String> environment) {
        return assertThrows(BootstrapException.class, () -> KnownLauncher.connectTo(environment)).getMessage();
    }

    @Test
    void withoutALauncherThereIsOneRank() {
        try (Bootstrap bootstrap = KnownLauncher.connectTo(Map.of())) {
            assertEquals(0, bootstrap.rank());
            assertEquals(1, bootstrap.size());
            bootstrap.put("key", new byte[] {1, 2});
            assertThrows(BootstrapException.class, () -> bootstrap.get(0, "key"));
            bootstrap.fence();
            assertArrayEquals(new byte[] {1, 2}, bootstrap.get(0, "key"));
        }
    }

    /** Such processes can meet at a port. A job is known by what its secret hashes to. */
    @Test
    void processesWithoutALauncherHaveDifferentSecrets() {
        try (Bootstrap one = KnownLauncher.connectTo(Map.of()); Bootstrap other = KnownLauncher.connectTo(Map.of())) {
            assertEquals(32, one.secret().length);
            assertFalse(Arrays.equals(one.secret(), other.secret()));
            assertArrayEquals(one.secret(), one.secret());
        }
    }

    @Test
    void argumentsOutOfRangeAreNamed() {
        try (Bootstrap bootstrap = KnownLauncher.connectTo(Map.of())) {
            assertTrue(assertThrows(BootstrapException.class, () -> bootstrap.get(1, "key"))
                .getMessage().contains("rank 1"));
            assertTrue(assertThrows(BootstrapException.class, () -> bootstrap.put("key", new byte[65_537]))
                .getMessage().contains("65537"));
            assertTrue(assertThrows(BootstrapException.class, () -> bootstrap.put("k".repeat(257), new byte[0]))
                .getMessage().contains("257"));
            assertThrows(BootstrapException.class, () -> bootstrap.put("", new byte[0]));
        }
    }

    @Test
    void launcherThatDoesNotAnswerIsNamed() {
        assertTrue(refusal(environment()).contains("127.0.0.1:1"));
    }

    @ParameterizedTest
    @CsvSource({"MPJ_RANK,2", "MPJ_RANK,-1", "MPJ_RANK,x", "MPJ_SIZE,0", "MPJ_BOOTSTRAP,host", "MPJ_BOOTSTRAP,h:99999"})
    void malformedVariableIsNamedWithItsValue(String name, String value) {
        Map<String, String> environment = environment();
        environment.put(name, value);
        assertTrue(refusal(environment).contains(name + "=" + value), refusal(environment));
    }

    @Test
    void missingVariableIsNamed() {
        Map<String, String> environment = environment();
        environment.remove("MPJ_SIZE");
        assertTrue(refusal(environment).contains("MPJ_SIZE"));
    }

    @Test
    void malformedSecretIsNotShown() {
        Map<String, String> environment = environment();
        environment.put("MPJ_SECRET", "abcd");
        String message = refusal(environment);
        assertTrue(message.contains("MPJ_SECRET") && !message.contains("abcd"), message);
    }
}
