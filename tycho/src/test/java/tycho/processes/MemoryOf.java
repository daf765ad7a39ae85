package tycho.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a process needs after a full collection. The process must be a JVM with the serial collector.
 *
 * @param residentMiB the resident memory
 * @param heapMiB     what is in use of the heap
 * @param files       how many file descriptors are open
 */
public record MemoryOf(long residentMiB, long heapMiB, long files) {
    /** The two generations of the serial collector. */
    private static final Pattern USED = Pattern.compile("(?:DefNew|Tenured) +total \\d+K, used (\\d+)K");

    /** Collects the garbage of a JVM with this process id, and then looks. */
    public static MemoryOf process(long process) throws IOException, InterruptedException {
        jcmd(process, "GC.run");
        long heap = USED.matcher(jcmd(process, "GC.heap_info")).results()
            .mapToLong(used -> Long.parseLong(used.group(1))).sum();
        Path folder = Path.of("/proc", Long.toString(process));
        String resident = Files.readAllLines(folder.resolve("status")).stream()
            .filter(line -> line.startsWith("VmRSS")).findFirst().orElseThrow().replaceAll("[^0-9]", "");
        try (Stream<Path> files = Files.list(folder.resolve("fd"))) {
            return new MemoryOf(Long.parseLong(resident) / 1024, heap / 1024, files.count());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static String jcmd(long process, String command) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(System.getProperty("java.home") + "/bin/jcmd", Long.toString(process),
            command).redirectErrorStream(true).start();
        String printed = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor();
        return printed;
    }
}
