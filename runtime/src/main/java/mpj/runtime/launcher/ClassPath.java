package mpj.runtime.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The user's class path, made absolute; as {@code java} has it, {@code folder/*} stands for the jars in a folder. */
final class ClassPath {
    private static final String ALL_JARS = "*";
    /** A working folder with more is hardly the program, and would be sent to every host. */
    private static final long MOST_BYTES = 256L << 20;

    private ClassPath() {
    }

    /**
     * The entries.
     *
     * @param given by an option; null when there is none. What it names must exist
     * @param fromEnvironment may name what does not exist, which {@code java} passes over as well; or null
     * @param workingFolder the class path when nothing else is given
     */
    static List<String> of(String given, String fromEnvironment, Path workingFolder) {
        String path = given != null ? given : fromEnvironment;
        if (path == null) {
            return List.of(workingFolder.toString());
        }
        List<String> entries = new ArrayList<>();
        for (String text : path.split(File.pathSeparator)) {
            if (text.isEmpty()) {
                continue;
            }
            Path entry = Path.of(text).toAbsolutePath().normalize();
            if (entry.endsWith(ALL_JARS)) {
                entries.addAll(jars(entry.getParent(), text));
            } else if (Files.exists(entry)) {
                entries.add(entry.toString());
            } else if (given != null) {
                throw new UsageException("-cp " + text + ": there is no file or folder " + entry);
            }
        }
        return entries;
    }

    /** Of those entries, what other hosts need: not the working folder, when the program itself is elsewhere. */
    static List<String> forOtherHosts(JobSpecification job, Program program) {
        String folder = job.workingFolder().toString();
        if (!job.classPath().equals(List.of(folder))) {
            return program.classPath();
        }
        List<String> entries = new ArrayList<>(program.classPath());
        if (entries.size() > 1) {
            entries.remove(folder);
        } else {
            checkSize(job.workingFolder());
        }
        return entries;
    }

    private static List<String> jars(Path folder, String text) {
        try (var files = Files.list(folder)) {
            return files.map(Path::toString).filter(name -> name.endsWith(".jar") || name.endsWith(".JAR")).sorted()
                .toList();
        } catch (IOException e) {
            throw new UsageException("-cp " + text + ": there is no folder " + folder);
        }
    }

    private static void checkSize(Path folder) {
        try (var files = Files.walk(folder)) {
            long bytes = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
                if (bytes > MOST_BYTES) {
                    throw new UsageException("the class path is the working folder " + folder + ", which has more than "
                        + (MOST_BYTES >> 20) + " MiB to be sent to other hosts; name what the program needs with -cp");
                }
            }
        } catch (IOException e) {
            throw new UsageException("the working folder " + folder + " cannot be read: " + e.getMessage());
        }
    }
}
