package mpj.runtime.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntFunction;

/** How ranks find out who shares their host when the launcher does not tell. */
final class ThisHost {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private ThisHost() {
    }

    /** The same on every rank of a host, and on no other host: the running kernel's id, or else the host's name. */
    static byte[] identity() {
        try {
            return Files.readAllBytes(BOOT_ID);
        } catch (IOException e) {
            return name();
        }
    }

    private static byte[] name() {
        try {
            return InetAddress.getLocalHost().getHostName().getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new BootstrapException("this host's name is not known: " + e.getMessage(), e);
        }
    }

    /** How many of the ranks have this host's identity. */
    static int count(int size, IntFunction<byte[]> identityOf) {
        byte[] own = identity();
        int count = 0;
        for (int rank = 0; rank < size; rank++) {
            if (Arrays.equals(own, identityOf.apply(rank))) {
                count++;
            }
        }
        return count;
    }
}
