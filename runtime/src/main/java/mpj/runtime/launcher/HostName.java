package mpj.runtime.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** What hosts are called in messages. */
final class HostName {
    private HostName() {
    }

    /** The name of this host. */
    static String local() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return InetAddress.getLoopbackAddress().getHostName(); // not Linux
        }
    }
}
