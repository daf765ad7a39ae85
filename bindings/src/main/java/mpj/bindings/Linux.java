package mpj.bindings;

import java.lang.foreign.Linker;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import mpj.settings.FlagSetting;
import mpj.settings.Setting;

/**
 * Decides alone whether the library uses the things that only Linux has: foreign calls, and the files of the kernel
 * under {@code /proc}, {@code /sys} and {@code /dev}. They are not used on other systems, nor on Linux with
 * {@code -Dmpj.portable=true}, which shows the behaviour on other systems. Any thread may use this class.
 */
public final class Linux {
    /** Whether this JVM behaves as on a system other than Linux. */
    public static final FlagSetting PORTABLE = Setting.flag("mpj.portable")
        .means("The library behaves as on a system other than Linux: it makes no foreign call, and uses none of"
            + " Linux's own files, such as those in `/proc` and `/dev/shm`. Features that need these report an error."
            + " Of the transports, `threads` and `nio` need neither. For tests.");

    private static final String SYSTEM = System.getProperty("os.name");
    private static final String MACHINE = System.getProperty("os.arch");

    private Linux() {
    }

    /** Whether this is Linux, on any machine. */
    public static boolean isHere() {
        return SYSTEM.equals("Linux") && !PORTABLE.value();
    }

    /** Whether C libraries can be called here. This needs Linux on a machine whose structures the bindings describe. */
    public static boolean hasBindings() {
        return isHere() && Machine.isKnown(MACHINE);
    }

    /**
     * The reason why Linux cannot be used, for an error: the system and the machine, or the property that forbids it.
     */
    public static String instead() {
        return PORTABLE.value() ? PORTABLE + " is set" : "this is " + SYSTEM + " on " + MACHINE;
    }

    /**
     * The linker, for foreign calls.
     *
     * @throws UnsupportedOperationException when {@link #hasBindings} is false
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
     * @param path a path that begins with {@code /proc}, {@code /sys} or {@code /dev}
     * @param more names below this path
     * @return the path, which may not exist
     * @throws NoSuchFileException when {@link #isHere} is false
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
