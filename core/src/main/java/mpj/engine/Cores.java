package mpj.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The cores of the machine this rank runs on. */
final class Cores {
    private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

    private Cores() {
    }

    /**
     * How many cores the host has. {@link Runtime#availableProcessors} is no help here: in a rank that is bound to one
     * core it says 1.
     */
    static int ofThisHost() {
        int cores = 0;
        try {
            for (String range : Files.readString(ONLINE).strip().split(",")) {
                String[] ends = range.split("-");
                cores += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
            }
        } catch (IOException | NumberFormatException e) {
            cores = 0; // not Linux
        }
        return Math.max(cores, Runtime.getRuntime().availableProcessors());
    }
}
