package mpj.runtime.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** A class with and one without calls of System.exit. */
class ExitCallsTest {
    /** Has a long and a double among its constants, which count as two each. */
    static final class Exits {
        static long after = 123_456_789_012L;
        static double fraction = 0.12345;

        static void call(int status) {
            System.exit(status);
        }

        static IntConsumer reference() {
            return System::exit;
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    @Test
    void callsGoToRankExitAndTheClassStaysValid() throws Exception {
        byte[] changed = ExitCalls.redirect(bytes(Exits.class));
        assertNotNull(changed);
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(Exits.class.getName()) ? defineClass(name, changed, 0, changed.length)
                    : super.loadClass(name, resolve);
            }
        };
        Class<?> defined = Class.forName(Exits.class.getName(), true, loader);
        var after = defined.getDeclaredField("after");
        after.setAccessible(true);
        assertEquals(123_456_789_012L, after.getLong(null));
        assertEquals(1, occurrences(changed, RankExit.class.getName().replace('.', '/')));
        assertNull(ExitCalls.redirect(changed), "nothing is left to redirect");
    }

    @Test
    void classWithoutCallsAndWhatIsNoClassAreLeftAlone() throws IOException {
        assertNull(ExitCalls.redirect(bytes(RankInput.class)));
        assertNull(ExitCalls.redirect(new byte[0]));
        assertNull(ExitCalls.redirect(HexFormat.of().parseHex("CAFEBABE00000000FFFF")));
    }

    private static int occurrences(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).split(text, -1).length - 1;
    }
}
