package mpj.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import mpj.runtime.wire.JobEnvironment;
import org.junit.jupiter.api.Test;

class ForeignBootstrapTest {

    /** The values that two ranks publish. Every fence is passed at once. */
    private static final class Launcher {
        private final Map<String, byte[]> staged = new HashMap<>();
        private final Map<String, byte[]> published = new HashMap<>();
        private boolean gone;

        ForeignExchange rank(int own) {
            return new ForeignExchange() {
                @Override
                public String server() {
                    return "the test's server";
                }

                @Override
                public int rank() {
                    return own;
                }

                @Override
                public int size() {
                    return 2;
                }

                @Override
                public int applicationNumber() throws IOException {
                    answer();
                    return own;
                }

                @Override
                public void put(String key, byte[] value) throws IOException {
                    answer();
                    staged.put(own + key, value);
                }

                @Override
                public byte[] get(int rank, String key) throws IOException {
                    answer();
                    return published.get(rank + key);
                }

                @Override
                public void fence() throws IOException {
                    answer();
                    published.putAll(staged);
                }

                @Override
                public void abort(int code, String message) throws IOException {
                    answer();
                }

                @Override
                public void close() throws IOException {
                    answer();
                }
            };
        }

        private void answer() throws IOException {
            if (gone) {
                throw new IOException("broken pipe");
            }
        }
    }

    private final Launcher launcher = new Launcher();

    private Bootstrap bootstrap(int rank) throws IOException {
        return new ForeignBootstrap(new JoinedJob(launcher.rank(rank), null, 2, 1,
            new byte[JobEnvironment.SECRET_BYTES]));
    }

    @Test
    void valueIsSeenAfterTheFence() throws IOException {
        Bootstrap zero = bootstrap(0);
        Bootstrap one = bootstrap(1);
        zero.put("key", new byte[] {7});
        assertEquals("rank 0 has published no \"key\" before the last fence",
            assertThrows(BootstrapException.class, () -> one.get(0, "key")).getMessage());
        one.fence();
        assertArrayEquals(new byte[] {7}, one.get(0, "key"));
        assertThrows(BootstrapException.class, () -> one.get(2, "key"));
    }

    @Test
    void launcherThatIsGoneIsNamedWithTheQuestion() throws IOException {
        Bootstrap zero = bootstrap(0);
        launcher.gone = true;
        assertEquals("the test's server failed at publishing \"key\": broken pipe",
            assertThrows(BootstrapException.class, () -> zero.put("key", new byte[0])).getMessage());
        assertEquals("the test's server failed at asking for \"key\" of rank 1: broken pipe",
            assertThrows(BootstrapException.class, () -> zero.get(1, "key")).getMessage());
        assertEquals("the test's server failed at the fence: broken pipe",
            assertThrows(BootstrapException.class, zero::fence).getMessage());
        assertEquals("the test's server failed at the farewell: broken pipe",
            assertThrows(BootstrapException.class, zero::close).getMessage());
    }

    @Test
    void rankZeroMakesTheSecret() throws IOException {
        JobSecret.publish(launcher.rank(1));
        assertEquals(Map.of(), launcher.staged);
        JobSecret.publish(launcher.rank(0));
        launcher.rank(0).fence();
        byte[] secret = JobSecret.published(launcher.rank(1));
        assertEquals(JobEnvironment.SECRET_BYTES, secret.length);
        assertFalse(java.util.Arrays.equals(new byte[secret.length], secret));
    }
}
