package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much of the processor time of JVMs their compilers take. The kernel counts it for each thread, so the JVMs need
 * to do nothing. A compiler thread ends when there is nothing more to compile, so this class looks at it in time.
 */
public final class CompilerTime {
    /** The names of HotSpot's compiler threads, as far as the kernel keeps them. */
    private static final List<String> COMPILERS = List.of("(C1 Compiler", "(C2 Compiler");
    /** The place of the time in user mode among the fields behind the name; the time in the kernel follows. */
    private static final int TIME_AT = 11;

    private final Path processes;
    private final Map<Path, Long> ofCompilers = new HashMap<>();
    private final Map<Path, Long> ofAll = new HashMap<>();

    /** @param processes the folder in which the kernel describes processes */
    public CompilerTime(Path processes) {
        this.processes = processes;
    }

    /** Looks at these processes. */
    public void look(List<Long> pids) {
        for (long pid : pids) {
            Path process = processes.resolve(Long.toString(pid));
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
                note(process, ofAll);
                for (Path thread : threads) {
                    note(thread, ofCompilers);
                }
            } catch (IOException | DirectoryIteratorException e) {
                continue; // it has ended, or this is another system
            }
        }
    }

    /** Notes the time of a process or of a compiler thread, in the kernel's ticks. */
    private static void note(Path described, Map<Path, Long> times) throws IOException {
        String text = Files.readString(described.resolve("stat"));
        boolean thread = described.getParent().endsWith("task");
        if (!thread || COMPILERS.stream().anyMatch(text::contains)) {
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            times.put(described, Long.parseLong(fields[TIME_AT]) + Long.parseLong(fields[TIME_AT + 1]));
        }
    }

    /**
     * The largest part of a JVM's time that its compilers took; 0 if nothing is known. The other JVMs wait for that one
     * meanwhile. A rank that waits polls, so to the kernel it looks as if it computed.
     */
    public double part() {
        return ofAll.entrySet().stream().mapToDouble(each -> sum(each.getKey()) / Math.max(1.0, each.getValue())).max()
            .orElse(0);
    }

    /** The time of a process's compilers. */
    private long sum(Path process) {
        return ofCompilers.entrySet().stream().filter(each -> each.getKey().startsWith(process))
            .mapToLong(Map.Entry::getValue).sum();
    }
}
