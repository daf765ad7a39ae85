package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Checks that a host has enough memory for a number of JVMs. A mistyped number of ranks must not take all memory from
 * everybody.
 */
final class HostMemory {
    /** This number of JVMs may always start, without a look at a file. */
    private static final int FEW = 64;
    /**
     * The memory that a rank's JVM has for itself before the program does anything, in MiB. Most JVMs have twice as
     * much.
     */
    private static final long LEAST_OF_RANK = 24;
    private static final Path MEMORY = Path.of("/proc/meminfo");

    private HostMemory() {
    }

    /**
     * Refuses more JVMs than the host can have.
     *
     * @throws HostException when they need more than the host's memory and swap space
     */
    static void check(String host, int processes) {
        if (processes <= FEW) {
            return;
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(MEMORY);
        } catch (IOException e) {
            return; // another system, which does not tell its memory
        }
        check(host, processes, lines);
    }

    static void check(String host, int processes, List<String> memory) {
        long needed = processes * LEAST_OF_RANK;
        long present = mebibytes(memory, "MemTotal:") + mebibytes(memory, "SwapTotal:");
        if (present > 0 && needed > present) {
            throw new HostException(String.format(Locale.ROOT, "%s on %s %s at least %.1f GiB of memory"
                + " (%d MiB each), and it has %.1f: take fewer (-np), more hosts (--host), or threads of one JVM"
                + " (-dev multicore)", Counted.of(processes, "rank"), host, processes == 1 ? "needs" : "need",
                needed / 1024.0, LEAST_OF_RANK, present / 1024.0));
        }
    }

    private static long mebibytes(List<String> memory, String name) {
        for (String line : memory) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.substring(name.length()).replace("kB", "").strip()) >> 10;
            }
        }
        return 0;
    }
}
