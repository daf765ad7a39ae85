package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The host on which mpjrun itself runs: its ranks are started directly, so that a laptop needs no sshd. */
final class LocalHost {
    static final String NAME = "localhost";

    private LocalHost() {
    }

    /** Whether a name in a host list means this host. Looks nothing up: a thousand names would take too long. */
    static boolean isNamed(String name) {
        if (name.equals(NAME) || name.equals("127.0.0.1") || name.equals("::1")) {
            return true;
        }
        String own = ownName();
        return !own.isEmpty() && (name.equals(own) || own.startsWith(name + ".") || name.startsWith(own + "."));
    }

    private static String ownName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
