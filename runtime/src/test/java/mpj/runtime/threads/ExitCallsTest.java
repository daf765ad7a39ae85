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

/** A class with calls of System.exit, and a class without. */
class ExitCallsTest {
    /** A class with a long and a double among its constants, each of which takes two entries. */
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

    /** A class that has instructions of every variable length before its calls. */
    static final class EndsByRuntime {
        static int chosen(int number, String word) {
            int dense = switch (number) {
                case 1 -> 5;
                case 2 -> 7;
                case 3 -> 11;
                default -> 0;
            };
            return dense + switch (word) {
                case "exit", "halt" -> 1;
                default -> 2;
            };
        }

        static void call(int status) {
            if (chosen(status, "exit") > 0) {
                Runtime.getRuntime().exit(status);
            }
            int large = status;
            large += 1_000; // wide iinc
            Runtime.getRuntime().halt(large);
        }

        static IntConsumer reference() {
            return Runtime.getRuntime()::halt;
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
        Class<?> defined = defined(Exits.class.getName(), changed);
        var after = defined.getDeclaredField("after");
        after.setAccessible(true);
        assertEquals(123_456_789_012L, after.getLong(null));
        assertEquals(1, occurrences(changed, RankExit.class.getName().replace('.', '/')));
        assertNull(ExitCalls.redirect(changed), "nothing is left to redirect");
    }

    @Test
    void callsOfRuntimeGoToRankExitAndTheJvmFindsThemWellTyped() throws Exception {
        byte[] changed = ExitCalls.redirect(bytes(EndsByRuntime.class));
        assertNotNull(changed);
        var chosen = defined(EndsByRuntime.class.getName(), changed)
            .getDeclaredMethod("chosen", int.class, String.class);
        chosen.setAccessible(true);
        assertEquals(12, chosen.invoke(null, 3, "halt"));
        assertEquals(1, occurrences(changed, RankExit.class.getName().replace('.', '/')));
        assertNull(ExitCalls.redirect(changed), "nothing is left to redirect");
    }

    /** The JVM verifies the class, because it does not belong to the JVM's own modules. */
    private static Class<?> defined(String of, byte[] changed) throws ClassNotFoundException {
        return Class.forName(of, true, new ClassLoader(ExitCallsTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(of) ? defineClass(name, changed, 0, changed.length)
                    : super.loadClass(name, resolve);
            }
        });
    }

    @Test
    void classesWithoutCallsAndOtherFilesAreLeftAlone() throws IOException {
        assertNull(ExitCalls.redirect(bytes(RankInput.class)));
        assertNull(ExitCalls.redirect(new byte[0]));
        assertNull(ExitCalls.redirect(HexFormat.of().parseHex("CAFEBABE00000000FFFF")));
    }

    private static int occurrences(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).split(text, -1).length - 1;
    }
}
