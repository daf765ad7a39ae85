package mpj.bindings;

import java.lang.foreign.Linker;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import mpj.settings.FlagSetting;
import mpj.settings.Setting;

/**
 * The one gate to what only Linux has: foreign calls, and the files of its kernel under {@code /proc}, {@code /sys} and
 * {@code /dev}. It is shut on other systems, and on Linux with {@code -Dmpj.portable=true}, which so shows what those
 * others would do. Safe for use by any thread.
 */
public final class Linux {
    /** Whether this JVM is to do without Linux. */
    public static final FlagSetting PORTABLE = Setting.flag("mpj.portable")
        .means("Does as on a system that is not Linux: no foreign call, no file of the kernel. What needs them says so."
            + " Of the transports, `threads` and `nio` do not. For tests.");

    private static final String SYSTEM = System.getProperty("os.name");
    private static final String MACHINE = System.getProperty("os.arch");

    private Linux() {
    }

    /** Whether this is Linux, on whatever machine. */
    public static boolean isHere() {
        return SYSTEM.equals("Linux") && !PORTABLE.value();
    }

    /** Whether C libraries can be called here: it is Linux on a machine whose structures the bindings describe. */
    public static boolean hasBindings() {
        return isHere() && Machine.isKnown(MACHINE);
    }

    /** What this is instead, for an error: the system and the machine, or the property that shuts the gate. */
    public static String instead() {
        return PORTABLE.value() ? PORTABLE + " is set" : "this is " + SYSTEM + " on " + MACHINE;
    }

    /**
     * The linker, for whoever makes a foreign call.
     *
     * @throws UnsupportedOperationException when {@link #hasBindings} says no
     */
    public static Linker linker() {
        if (!hasBindings()) {
            throw new UnsupportedOperationException("the C library is called on Linux on " + Machine.NAMES + " only; "
                + instead());
        }
        return Linker.nativeLinker();
    }

    /**
     * A file or folder of the kernel.
     *
     * @param path that begins with {@code /proc}, {@code /sys} or {@code /dev}
     * @param more names below it
     * @return the path; nothing tells whether it exists
     * @throws NoSuchFileException when {@link #isHere} says no
     */
    public static Path file(String path, String... more) throws NoSuchFileException {
        if (!isHere()) {
            throw new NoSuchFileException(path, null, "only Linux has it; " + instead());
        }
        return Path.of(path, more);
    }

    /** The number of a system call on this machine. */
    public static long number(SystemCall call) {
        return call.on(MACHINE);
    }
}
