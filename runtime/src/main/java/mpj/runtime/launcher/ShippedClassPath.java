package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.Manifests;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.Program;

/** Finds the parts of a program's class path that other hosts need. */
final class ShippedClassPath {
    /** A larger working folder is hardly the program, and every host would have to receive it. */
    private static final long MOST_BYTES = 256L << 20;

    private ShippedClassPath() {
    }

    /**
     * The entries of the program that other hosts need, including the entries that the manifests of jars name. The
     * working folder is left out when the program itself is elsewhere.
     */
    static List<String> of(JobSpecification job, Program program) {
        return Manifests.followed(entries(job, program));
    }

    private static List<String> entries(JobSpecification job, Program program) {
        String folder = job.workingFolder().toString();
        if (!job.classPath().entries().equals(List.of(folder))) {
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
