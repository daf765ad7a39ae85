package mpj.runtime.host;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** What hosts are called in messages. */
public final class HostName {
    private HostName() {
    }

    /** The name of this host. */
    public static String local() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return InetAddress.getLoopbackAddress().getHostName(); // not Linux
        }
    }
}
